import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { GUIDES } from '../../../src/http/docs/guides.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { theBrowser } from '../../support/web/browser.ts';

let test: TestApp;
const contexts: BrowserContext[] = [];
const problems: string[] = [];
beforeAll(async () => {
  test = await givenApp();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(problems.splice(0)).toEqual([]);
});
afterAll(() => test.stop());

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await theBrowser()).newContext(options);
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${test.url}${path}`);
  return page;
}

const status = (page: Page) => page.getByRole('status');
const foundIn = (page: Page) => page.locator('.found a');

describe('the search', () => {
  it('shows below the field what is found while somebody types, and goes there by keyboard alone', async () => {
    const page = await open('/docs/webhooks');

    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('delete ticket');
    // What is found for the first word comes before.
    await foundIn(page).first().filter({ hasText: 'Delete a conversation' }).waitFor();
    expect(await status(page).textContent()).toContain('Found: ');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Delete a conversation');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/api/conversation#delete_conversation');

    expect(await page.locator('article:target h2').textContent()).toContain('delete');
  });

  it('ends with Escape, with the field in focus', async () => {
    const page = await open('/docs');
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.fill('label');
    await foundIn(page).first().waitFor();

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');

    expect(await foundIn(page).count()).toBe(0);
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('follows what is typed on its own page', async () => {
    const page = await open('/docs/search?q=label');
    const before = await foundIn(page).first().textContent();

    await page.getByRole('searchbox').fill('webhooks');
    await foundIn(page).first().filter({ hasText: 'Webhooks' }).waitFor();

    expect(before).not.toBe('Webhooks');
  });

  it('works without a script', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });

    await page.getByRole('searchbox').fill('customer');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/docs/search?q=customer');
    await page.getByRole('link', { name: 'Create a contact', exact: true }).click();
    await page.waitForURL('**/docs/api/contact#create_contact');

    expect(await page.locator('#create_contact pre').first().textContent()).toMatch(/^curl -X POST/);
  });
});

describe('addresses', () => {
  it('of operations on the first page lead to the page of their section', async () => {
    const page = await open('/docs#create_webhook');

    await page.waitForURL('**/docs/api/webhook#create_webhook');
    expect(await page.locator('article:target h2').textContent()).toContain('/webhooks');
  });

  it('of schemas open them', async () => {
    const page = await open('/docs/api/webhook#schema-Webhook');

    expect(await page.locator('#schema-Webhook').getAttribute('open')).toBe('');
  });
});

const DESKTOP = { width: 1280, height: 800 };
/** Contrast depends on the colours alone, and what fits beside each other on the size alone. */
const LOOKS = {
  light: { size: DESKTOP, media: { colorScheme: 'light', forcedColors: 'none' } },
  'dark, on a phone': { size: { width: 320, height: 640 }, media: { colorScheme: 'dark', forcedColors: 'none' } },
  'forced colours': { size: DESKTOP, media: { colorScheme: 'dark', forcedColors: 'active' } },
} as const;
type State = { name: string; path: string; reach?: (page: Page) => Promise<unknown> };
const STATES: State[] = [
  { name: 'the first page', path: '/docs', reach: unfold },
  ...GUIDES.map((name) => ({ name: `the guide ${name}`, path: `/docs/${name}` })),
  { name: 'operations, with all that is folded', path: '/docs/api/label', reach: unfold },
  { name: 'an operation that is pointed at', path: '/docs/api/webhook#create_webhook' },
  { name: 'frames of the socket', path: '/docs/api/cable' },
  { name: 'events', path: '/docs/api/events' },
  { name: 'what was found', path: '/docs/search?q=contact' },
  { name: 'what was not found', path: '/docs/search?q=qqqqqq' },
  {
    name: 'what is found while somebody types',
    path: '/docs/api/saml-login',
    reach: async (page) => {
      await page.getByRole('searchbox').fill('contact');
      await foundIn(page).first().waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  { name: 'the link over the header', path: '/docs/api/saml-login', reach: (page) => page.keyboard.press('Tab') },
];

function unfold(page: Page): Promise<void> {
  return page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
}

describe('a page', () => {
  it('begins with its text on a phone, and has the menu behind one line', async () => {
    const page = await open('/docs/api/label', { viewport: { width: 390, height: 844 } });

    const top = async () => (await page.locator('main').boundingBox())!.y;
    expect(await top()).toBeLessThan(250);
    await page.getByText('Contents', { exact: true }).click();
    expect(await page.getByRole('link', { name: 'Guides' }).or(page.getByText('Operations')).first().isVisible()).toBe(
      true,
    );
  });

  it.each([true, false])(
    'has its menu beside the text, the current entry in sight: with a script %s',
    async (javaScriptEnabled) => {
      const page = await open('/docs/api/webhook', { viewport: DESKTOP, javaScriptEnabled });

      const entry = page.locator('nav [aria-current]');
      expect(await entry.isVisible()).toBe(true);
      if (javaScriptEnabled) expect((await entry.boundingBox())!.y).toBeLessThan(DESKTOP.height);
    },
  );

  it('copies an example', async () => {
    const page = await open('/docs/api/label', { permissions: ['clipboard-read', 'clipboard-write'] });

    await page.locator('#create_label').getByRole('button', { name: 'Copy' }).first().click();
    await page.locator('#create_label').getByRole('button', { name: 'Copied' }).waitFor();

    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -X POST/);
  });
});

describe('light, dark and in forced colours, everyone can use', () => {
  it.each(STATES)('$name', async ({ path, reach }) => {
    const page = await open(path);
    await reach?.(page);

    const violations = violationsByShape(page.mainFrame());
    const found: Record<string, string[]> = {};
    for (const [look, { size, media }] of Object.entries(LOOKS)) {
      await page.setViewportSize(size);
      await page.emulateMedia(media);
      for (const problem of [...(await violations()), ...(await tooWideIn(page))]) {
        (found[problem] ??= []).push(look);
      }
    }

    expect(found).toEqual({});
  });
});

/** What reaches over the right side, where the page as a whole can be scrolled there. */
function tooWideIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `too wide: ${element.outerHTML.slice(0, 120)}`);
  });
}

describe('on paper', () => {
  it('is the content alone, with what is folded on the screen', async () => {
    const page = await open('/docs/api/webhook');
    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('#schema-Webhook .fields').first().isVisible()).toBe(true);
  });
});
