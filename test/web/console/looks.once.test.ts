import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkConsole } from '../pages/check-console.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));

const consoles = new Consoles();
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await consoles.start();
});
afterEach(consoles.close);
afterAll(consoles.stop);

const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('in every look, everyone can use', () => {
  it('the page where people sign in, and its refusal', async () => {
    const opened = await consoles.open('/app/login');
    await heading(opened, 'Sign in');
    expect(await checkConsole(opened.page)).toEqual({});

    await opened.signIn('nobody@example.com');
    await opened.page.getByText('is not right').waitFor();

    expect(await checkConsole(opened.page)).toEqual({});
    expect(opened.problems).toEqual([]);
  });

  it.each([
    ['/app/setup#token', 'Welcome to Parley'],
    ['/app/setup', 'Welcome to Parley'],
    ['/app/auth/reset/password', 'Choose a new password'],
  ])('%s', async (path, title) => {
    const opened = await consoles.open(path);
    await heading(opened, title);

    expect(await checkConsole(opened.page)).toEqual({});
    expect(opened.problems).toEqual([]);
  });

  it('the frame, its menu, its palette and its list of keys', async () => {
    const opened = await consoles.openSignedIn();
    const { page } = opened;
    await heading(opened, 'Mine');
    expect(await checkConsole(page)).toEqual({});

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menu').waitFor();
    expect(await checkConsole(page)).toEqual({});
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').waitFor();
    expect(await checkConsole(page)).toEqual({});
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();

    expect(await checkConsole(page)).toEqual({});
    expect(opened.problems).toEqual([]);
  });

  it('the views on a phone', async () => {
    const opened = await consoles.openSignedIn(undefined, { browser: { viewport: { width: 360, height: 640 } } });
    await opened.page.getByRole('button', { name: 'Show views' }).click();
    await opened.page.getByRole('navigation', { name: 'Views' }).waitFor();

    expect(await checkConsole(opened.page)).toEqual({});
  });

  it.each([
    ['/app/nothing', 'There is nothing here'],
    ['/app/accounts/999999/dashboard', 'You may not see this'],
  ])('%s', async (path, title) => {
    const opened = await consoles.openSignedIn(() => path);
    await heading(opened, title);

    expect(await checkConsole(opened.page)).toEqual({});
  });
});

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Writes a picture of the page. */
async function take({ page, problems }: ConsolePage, name: string) {
  const bytes = await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  expect(bytes.length).toBeGreaterThan(5000);
  expect(problems).toEqual([]);
}

describe('a picture', () => {
  it.each([
    ['light', { ...DESKTOP, colorScheme: 'light' }],
    ['dark', { ...DESKTOP, colorScheme: 'dark' }],
    ['phone', { ...PHONE, colorScheme: 'light' }],
  ] as const)('of signing in, setting up and the frame: %s', async (name, browser) => {
    const signIn = await consoles.open('/app/login?error=access-denied', { browser });
    await heading(signIn, 'Sign in');
    await signIn.page.getByRole('alert').getByText('no access').waitFor();
    await take(signIn, `sign-in-${name}`);
    const setup = await consoles.open('/app/setup#token', { browser });
    await heading(setup, 'Welcome to Parley');
    await take(setup, `setup-${name}`);

    const frame = await consoles.openSignedIn(undefined, { browser });
    await heading(frame, 'Mine');
    await take(frame, `frame-${name}`);
    await frame.page.getByRole('button', { name: 'Your account' }).click();
    await frame.page.getByRole('menu').waitFor();
    await take(frame, `menu-${name}`);
    await frame.page.keyboard.press('Escape');
    await frame.page.getByRole('button', { name: 'Search' }).click();
    await frame.page.getByRole('dialog').waitFor();
    await take(frame, `palette-${name}`);
  });
});
