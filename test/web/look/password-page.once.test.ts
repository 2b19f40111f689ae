import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findPasswordHolder } from '../../../src/resources/auth/password-holders.ts';
import { passwordToken } from '../../../src/resources/auth/password-token.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { theBrowser } from '../../support/web/browser.ts';

let test: TestApp;
const closes: (() => Promise<void>)[] = [];
beforeAll(async () => {
  test = await givenApp();
});
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});
afterAll(() => test.stop());

/** The page of a link for the administrator of a new account, and what the browser has complained of. */
async function givenPage(options: BrowserContextOptions = {}) {
  const { administrator } = await givenAccount(test);
  const holder = await findPasswordHolder(test.app.tx(), { id: administrator.id });
  const token = passwordToken(test.app.installation.vault, holder!, new Date(Date.now() + DAY));
  const context = await (await theBrowser()).newContext(options);
  closes.push(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`${test.url}/app/auth/password/edit?reset_password_token=${token}`);
  return { page, problems };
}

const first = (page: Page) => page.getByLabel('New password');
const again = (page: Page) => page.getByLabel('Once more');
const submit = (page: Page) => page.getByRole('button').click();
const listed = (page: Page, kind: string) => page.locator(`#needs .${kind}`).allTextContents();

describe('the page for choosing a password', () => {
  it('shows while somebody types what is there and what is missing', async () => {
    const { page, problems } = await givenPage();
    expect(await listed(page, 'missing')).toEqual([]);

    await first(page).pressSequentially('sunny1');
    const [met, missing] = [await listed(page, 'met'), await listed(page, 'missing')];
    await first(page).fill('Sunny-day-1');

    expect(met).toEqual(['6 to 128 characters', 'a lower-case letter', 'a digit']);
    expect(missing).toEqual(['an upper-case letter', 'a special character']);
    expect(await listed(page, 'met')).toHaveLength(5);
    expect(problems).toEqual([]);
  });

  it('says that the two are not the same as soon as they differ, and sends neither', async () => {
    const { page } = await givenPage();
    await first(page).fill('Sunny-day-1');

    await again(page).pressSequentially('Sunny-');
    expect(await page.getByRole('status').textContent()).toBe('');
    await again(page).pressSequentially('D');
    expect(await page.getByRole('status').textContent()).toBe('The two passwords are not the same.');
    await submit(page);
    expect(await page.title()).toBe('Choose a password');

    await again(page).fill('Sunny-day-1');
    await submit(page);
    await page.getByRole('heading', { name: 'The password is set' }).waitFor();
  });

  it('works without its script', async () => {
    const { page } = await givenPage({ javaScriptEnabled: false });

    await first(page).fill('sunny-day-1');
    await again(page).fill('sunny-day-1');
    await submit(page);
    expect(await page.getByRole('heading').textContent()).toBe('Choose a password');
    await first(page).fill('Sunny-day-1');
    await again(page).fill('Sunny-day-1');
    await submit(page);

    await page.getByRole('heading', { name: 'The password is set' }).waitFor();
  });

  it.each(['light', 'dark'] as const)('can be used by everyone on a phone, in %s colours', async (colorScheme) => {
    const { page } = await givenPage({ colorScheme, viewport: { width: 320, height: 640 } });
    await first(page).fill('sunny1');
    await again(page).fill('other');

    expect(await violationsIn(page.mainFrame())).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
