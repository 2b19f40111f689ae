import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSetup } from '../../../src/resources/setup/open-setup.ts';
import { givenAccount } from '../../support/factories.ts';
import { type ConsolePage, Consoles, PASSWORD } from '../pages/console-page.ts';

/** Each on a server of its own, which has no account yet. */
const consoles = new Consoles();
/** The path of the address that the server prints. */
let path: string;
beforeEach(async () => {
  await consoles.start({}, { isShared: false });
  path = openSetup(consoles.test.app).slice(consoles.test.app.installation.publicUrl.length);
});
afterEach(async () => {
  await consoles.close();
  await consoles.stop();
});

const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const field = ({ page }: ConsolePage, name: string) => page.getByRole('textbox', { name, exact: true });
const create = ({ page }: ConsolePage) => page.getByRole('button', { name: 'Create account' }).click();
const alerted = ({ page }: ConsolePage) => page.getByRole('alert').filter({ hasText: /./ }).innerText();

async function fill(opened: ConsolePage, password = PASSWORD) {
  await field(opened, 'Your name').fill('Ada Lovelace');
  await field(opened, 'Email').fill('ada@example.com');
  await field(opened, 'Password').fill(password);
  await field(opened, 'Company').fill('Acme');
}

describe('the first account', () => {
  it('is made in the browser, which then is signed in, also after a reload', async () => {
    const opened = await consoles.open(path);
    await heading(opened, 'Welcome to Parley');
    await fill(opened);
    await create(opened);
    await heading(opened, 'Mine');

    await opened.page.reload();
    await heading(opened, 'Mine');

    const users = consoles.test.rows().selectFrom('users').select(['name', 'email']);
    const accounts = consoles.test.rows().selectFrom('accounts').select(['id', 'name']);
    expect(await users.execute()).toEqual([{ name: 'Ada Lovelace', email: 'ada@example.com' }]);
    expect(await accounts.execute()).toEqual([{ id: 1, name: 'Acme' }]);
    expect(opened.path()).toBe('/app/accounts/1/dashboard');
    expect(opened.problems).toEqual([]);
  });

  it('is refused with a password that is too simple, and keeps what was typed', async () => {
    const opened = await consoles.open(path);
    await fill(opened, 'simple');
    await create(opened);
    const words = await alerted(opened);

    await field(opened, 'Password').fill(PASSWORD);
    await create(opened);

    await heading(opened, 'Mine');
    expect(words).toMatch(/password/i);
  });

  it.each([
    ['with a link of another start', async () => '/app/setup#another-token'],
    [
      'once there is an account',
      async () => {
        await givenAccount(consoles.test);
        return path;
      },
    ],
  ])('is not made %s, and the page leads to the sign-in', async (_, pathOf) => {
    const opened = await consoles.open(await pathOf());
    await fill(opened);
    await create(opened);
    const words = await alerted(opened);

    await opened.page.getByRole('link', { name: 'Back to sign in' }).click();

    await heading(opened, 'Sign in');
    expect(words).toContain('This link is not valid any more');
    expect(opened.problems).toEqual([]);
  });

  it('needs the whole link', async () => {
    const opened = await consoles.open('/app/setup');

    expect(await alerted(opened)).toBe('This page needs the whole link that the server printed when it was started.');
    expect(await field(opened, 'Company').count()).toBe(0);
  });
});
