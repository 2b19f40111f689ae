import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { violationsByShape, violationsIn } from '../../support/web/axe.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { givenArticle, givenCategory, givenPortal } from '../../resources/portals/given-portal.ts';

const CONTENT = `# Before you start

You need a **card**, see [the shop](https://shop.example.com), and \`code\`.

## Step by step

1. Open *Settings*
2. Choose ~~cash~~ card

> Cards of all kinds

\`\`\`
a very long line of code that does not fit on a phone, a very long line of code that does not fit on a phone
\`\`\`

---

Thanks!`;

let test: TestApp;
let account: TestAccount;
let portal: { slug: string };
const contexts: BrowserContext[] = [];
const problems: string[] = [];
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  portal = await givenFilled({ layout: 'documentation' });
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(problems.splice(0)).toEqual([]);
});
afterAll(() => test.stop());

/** A portal with what its pages can have, in English and Arabic. */
async function givenFilled(config: object, more: object = {}) {
  const made = await givenPortal(account, {
    header_text: 'How can we help?',
    homepage_link: 'https://shop.example.com',
    config: { allowed_locales: ['en', 'ar'], social_profiles: { x: 'acme' }, ...config },
    ...more,
  });
  for (const [locale, name, title] of [
    ['en', 'Payments', 'How to pay'],
    ['ar', 'المدفوعات', 'كيفية الدفع'],
  ]) {
    const outer = await givenCategory(account, made, { name, locale, icon: '💳', description: name });
    const inner = { name: `${name} 2`, locale, parent_category_id: outer.id, related_category_ids: [outer.id] };
    await givenCategory(account, made, inner);
    for (const number of [1, 2]) {
      const article = { title: `${title} ${number}`, content: CONTENT, description: title, category_id: outer.id };
      await givenArticle(account, made, { ...article, slug: `${locale}-${number}` });
    }
  }
  return made;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await theBrowser()).newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${test.url}/hc/${portal.slug}${path}`);
  return page;
}

const PAGES = [
  '/en',
  '/en/articles',
  '/en/categories/payments',
  '/en/search?query=pay',
  '/en/search?query=nothing',
  '/articles/en-1',
  '/ar',
  '/articles/ar-1',
];
const PHONE = { width: 360, height: 640 };

it.each(PAGES)('the page %s has nothing that axe finds wrong, light, dark and on a phone', async (path) => {
  const page = await open(path);
  const violations = violationsByShape(page.mainFrame());
  for (const viewport of [{ width: 1280, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });

      expect([colorScheme, viewport, await violations()]).toEqual([colorScheme, viewport, []]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
    }
  }
});

it.each(['#000000', '#ffffff', '#ff8800', '#777777', '#00f'])(
  'the colour %s can be read on, whatever it is',
  async (color) => {
    const colored = await givenPortal(account, { color, homepage_link: 'https://shop.example.com' });

    const page = await open(`/../${colored.slug}/en`);

    expect(await violationsIn(page.mainFrame())).toEqual([]);
  },
);

describe('a reader', () => {
  it('goes from the search to an article by keyboard alone, without scripts', async () => {
    const page = await open('/en', { javaScriptEnabled: false });

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(page.url()).toContain('#content');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('how to pay 2');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/en/search?query=*');
    await page.getByRole('link', { name: 'How to pay 2' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/articles/en-2');

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('How to pay 2');
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('Before you start');
  });

  it('reads Arabic from the right, and changes the language', async () => {
    const page = await open('/articles/ar-1');

    const direction = await page.evaluate(() => getComputedStyle(document.querySelector('article')!).direction);
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**/en');

    expect(direction).toBe('rtl');
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  });

  it('is counted, by a browser that shows the page', async () => {
    const page = await open('/articles/en-1');
    await page.waitForLoadState('networkidle');

    expect(await page.evaluate(() => document.querySelector<HTMLImageElement>('.counter')!.naturalWidth)).toBe(1);
  });
});
