import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccount, givenAgent } from '../../support/factories.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start());
afterEach(consoles.close);
afterAll(consoles.stop);

const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const link = ({ page }: ConsolePage, navigation: string, name: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true });
const focused = ({ page }: ConsolePage) => page.evaluate(() => document.activeElement?.textContent?.trim());

describe('the navigation', () => {
  it('leads to the areas and views without loading the page again, and back', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');
    await opened.page.evaluate(() => Object.assign(window, { isSame: true }));
    const prefix = `/app/accounts/${opened.account.id}`;

    const paths: string[] = [];
    for (const [navigation, name, title] of [
      ['Main', 'Contacts', 'Contacts'],
      ['Main', 'Reports', 'Overview'],
      ['Main', 'Campaigns', 'Campaigns'],
      ['Main', 'Help centre', 'Help centre'],
      ['Main', 'Settings', 'Settings'],
      ['Views', 'Unassigned', 'Unassigned'],
      ['Views', 'All', 'All'],
      ['Views', 'Mentions', 'Mentions'],
      ['Views', 'Participating', 'Participating'],
      ['Views', 'Unattended', 'Unattended'],
      ['Main', 'Conversations', 'Mine'],
    ] as const) {
      await link(opened, navigation, name).click();
      await heading(opened, title);
      paths.push(opened.path().replace(prefix, ''));
    }
    await opened.page.goBack();
    await heading(opened, 'Unattended');
    await opened.page.goForward();
    await heading(opened, 'Mine');

    expect(paths).toEqual([
      '/contacts',
      '/reports',
      '/campaigns',
      '/portals',
      '/settings',
      '/dashboard?assignee=unassigned',
      '/dashboard?assignee=all',
      '/mentions/conversations',
      '/participating/conversations',
      '/unattended/conversations',
      '/dashboard',
    ]);
    expect(await opened.page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
    expect(opened.problems).toEqual([]);
  });

  it('marks where somebody is, names the document, and puts the focus on the heading', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');
    const current = () => opened.page.locator('[aria-current=page]').allInnerTexts();
    const first = await current();

    await link(opened, 'Views', 'Unassigned').click();
    await heading(opened, 'Unassigned');

    expect(first).toEqual(['Conversations', 'Mine']);
    expect(await current()).toEqual(['Conversations', 'Unassigned']);
    expect(await focused(opened)).toBe('Unassigned');
    expect(await opened.page.title()).toBe('Unassigned');
  });

  it('is as dense as the user likes it', async () => {
    const opened = await consoles.openSignedIn();
    const height = async () => (await link(opened, 'Views', 'All').boundingBox())?.height;
    const comfortable = await height();
    await consoles.test.request('PATCH', '/api/v1/profile', {
      token: opened.account.administrator.token,
      body: { ui_settings: { density: 'compact' } },
    });

    await opened.page.reload();
    await heading(opened, 'Mine');

    expect([comfortable, await height()]).toEqual([32, 28]);
  });

  it('leaves a link to the browser where it is opened in another tab', async () => {
    const opened = await consoles.openSignedIn();

    const opening = opened.context.waitForEvent('page');
    await link(opened, 'Main', 'Contacts').click({ modifiers: ['ControlOrMeta'] });
    await opening;

    expect(await opened.page.title()).toBe('Mine');
  });
});

describe('an address', () => {
  it.each([
    ['/reports/agents', 'Agents report', 'set up through the API'],
    ['/settings/integrations/webhook', 'Webhooks', 'set up through the API'],
    ['/settings/integrations/slack', 'Integrations', 'it is connected'],
    ['/settings/inboxes/new/5/agents', 'Inboxes', 'it is connected'],
    ['/onboarding/inbox-setup', 'Inboxes', 'it is connected'],
    ['/profile/settings', 'Profile', 'set up through the API'],
    ['/contacts/8', 'Contacts', 'set up through the API'],
  ])('%s says plainly that there is no screen for it yet', async (path, title, words) => {
    const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}${path}`);

    await heading(opened, title);
    await opened.page.getByText(words).waitFor();
    expect(await opened.page.getByRole('link', { name: 'Open the documentation' }).getAttribute('href')).toBe('/docs');
    expect(await opened.page.title()).toBe(title);
  });

  it('that does not exist says so, and leads on', async () => {
    const opened = await consoles.openSignedIn(() => '/app/nothing');

    await heading(opened, 'There is nothing here');
    await opened.page.getByRole('link', { name: 'Go to your conversations' }).click();

    await heading(opened, 'Mine');
    expect(opened.path()).toBe(`/app/accounts/${opened.account.id}/dashboard`);
  });

  it('of another account says so, and leads to an own one', async () => {
    const other = await givenAccount(consoles.test);
    const opened = await consoles.openSignedIn(() => `/app/accounts/${other.id}/conversations/1`);

    await heading(opened, 'You may not see this');
    await opened.page.getByRole('link', { name: 'Go to Acme' }).click();

    await heading(opened, 'Mine');
    expect(opened.path()).toBe(`/app/accounts/${opened.account.id}/dashboard`);
  });

  it('says that the server cannot be reached, and tries again when asked to', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');
    await opened.context.route('**/api/v1/profile', (route) => route.abort());
    // Without what it has kept, the browser cannot show the last visit.
    await opened.page.goto(`${consoles.test.url}/robots.txt`);
    await opened.page.evaluate(() => {
      const gone = indexedDB.deleteDatabase('parley');
      return new Promise<void>((resolve) => gone.addEventListener('success', () => resolve()));
    });
    await opened.page.goto(`${consoles.test.url}/app`);
    await opened.page.getByText('The server cannot be reached.').waitFor();

    await opened.context.unroute('**/api/v1/profile');
    await opened.page.getByRole('button', { name: 'Try again' }).click();

    await heading(opened, 'Mine');
  });
});

describe('the menu of the account', () => {
  it('changes the availability, as the server then says', async () => {
    const opened = await consoles.openSignedIn();
    const button = opened.page.getByRole('button', { name: 'Your account' });
    const item = (name: string) => opened.page.getByRole('menuitemradio', { name });
    await button.click();

    const answered = opened.page.waitForResponse((response) => response.url().endsWith('/availability'));
    await item('Busy').click();
    await answered;
    await button.click();

    await expect(item('Busy').getAttribute('aria-checked')).resolves.toBe('true');
    const { body } = await consoles.test.request('GET', '/api/v1/profile', {
      token: opened.account.administrator.token,
    });
    expect(body.accounts[0].availability).toBe('busy');
    expect(opened.problems).toEqual([]);
  });

  it('asks to sign in again when the session was ended elsewhere, at the same address', async () => {
    const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/contacts`);
    const { id, email } = opened.account.administrator;
    await consoles.test.rows().deleteFrom('sessions').where('user_id', '=', id).execute();

    // Its socket is ended, too, unless the session is asked for something before.
    await heading(opened, 'Sign in');
    await opened.signIn(email);

    await heading(opened, 'Contacts');
    expect(opened.path()).toBe(`/app/accounts/${opened.account.id}/contacts`);
  });

  it('is used by keyboard', async () => {
    const opened = await consoles.openSignedIn();
    const { keyboard } = opened.page;
    // Its heading takes the focus when the screen is there.
    await opened.page.getByRole('region', { name: 'Conversations' }).waitFor();
    await opened.page.getByRole('button', { name: 'Your account' }).focus();

    const passed: (string | undefined)[] = [];
    for (const key of ['Enter', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'k']) {
      await keyboard.press(key);
      await opened.page.waitForFunction(() => document.activeElement?.role?.startsWith('menuitem'));
      passed.push(await focused(opened));
    }
    await keyboard.press('Escape');

    expect(passed).toEqual(['Online', 'Busy', 'Sign out', 'Online', 'Sign out', 'Online', 'Keyboard shortcuts']);
    expect(await opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Your account');
    expect(await opened.page.getByRole('menu').count()).toBe(0);
  });

  it('says why somebody could not be signed out, and tries again', async () => {
    const opened = await consoles.openSignedIn();
    // What could not be loaded would say the same.
    await opened.page.getByRole('region', { name: 'Conversations' }).waitFor();
    await opened.context.setOffline(true);
    await opened.page.getByRole('button', { name: 'Your account' }).click();
    await opened.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await opened.page.getByRole('alert').getByText('The server cannot be reached.').first().waitFor();

    await opened.context.setOffline(false);
    await opened.page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();

    await heading(opened, 'Sign in');
  });

  it('shows hostile names as text, and goes to another account of the user', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const other = await givenAccount(consoles.test, name);
    const { id, administrator } = await givenSigner(consoles.test);
    const now = new Date();
    await consoles.test
      .rows()
      .insertInto('account_users')
      .values({ account_id: other.id, user_id: administrator.id, role: 'agent', created_at: now, updated_at: now })
      .execute();
    const opened = await consoles.open(`/app/accounts/${id}/dashboard`);
    await opened.signIn(administrator.email);

    await opened.page.getByRole('button', { name: 'Your account' }).click();
    await opened.page.getByRole('menuitemradio', { name }).click();

    await opened.page.waitForURL(`**/app/accounts/${other.id}/dashboard`);
    expect(await opened.page.locator('#app img').count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });
});

describe('what is found by name', () => {
  it('is a place to which the keyboard leads', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');
    await opened.page.keyboard.press('ControlOrMeta+k');
    const dialog = opened.page.getByRole('dialog', { name: 'Search and commands' });
    const field = dialog.getByRole('combobox');
    await field.waitFor();

    await opened.page.keyboard.type('una');
    const options = await dialog.getByRole('option').allInnerTexts();
    await opened.page.keyboard.press('ArrowDown');
    await opened.page.keyboard.press('Enter');

    await heading(opened, 'Unattended');
    expect(options.map((text) => text.split('\n')[0])).toEqual(['Unassigned', 'Unattended', 'Search for una']);
    expect(await dialog.count()).toBe(0);
  });

  it('says so when nothing has the name, and gives the focus back', async () => {
    const opened = await consoles.openSignedIn();
    const search = opened.page.getByRole('button', { name: 'Search', exact: true });
    await search.click();
    const dialog = opened.page.getByRole('dialog', { name: 'Search and commands' });
    await dialog.getByRole('combobox').fill('xyz');
    await dialog.getByText('Nothing has this name.').waitFor();

    await opened.page.keyboard.press('Escape');

    await dialog.waitFor({ state: 'detached' });
    expect(await opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search');
    expect(opened.problems).toEqual([]);
  });

  it('has its keys in a list, which ? opens outside of fields', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');
    await opened.page.keyboard.press('?');

    await opened.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    const keys = await opened.page.getByRole('dialog').getByRole('definition').allInnerTexts();
    const [search, ...letters] = keys.map((text) => text.replaceAll(/\s+/g, ' '));
    expect(search).toMatch(/^(Ctrl|⌘) ?K$/);
    expect(letters.join(', ')).toBe(
      '/, ?, Esc, J, K, Enter, R, N, A, T, L, P, S, E, M, U, X, Ctrl Enter, Ctrl Shift Enter, Ctrl B, Ctrl I, Ctrl E, Ctrl Shift 8, Ctrl Shift U, G M, G U, G A, G E, G P, G T, G C, G R, G H, G S',
    );
    expect(opened.problems).toEqual([]);
  });
});

describe('a part of the console', () => {
  const PART = '**/packs/js/palette-*';
  const search = ({ page }: ConsolePage) => page.getByRole('button', { name: 'Search', exact: true }).click();
  const shown = ({ page }: ConsolePage) => page.getByRole('dialog', { name: 'Search and commands' }).waitFor();

  it('that could not be loaded is asked for until it is there', async () => {
    const opened = await consoles.openSignedIn();
    let failures = 0;
    await opened.page.route(PART, (route) => {
      failures += 1;
      return failures === 1 ? route.abort() : route.fallback();
    });

    await search(opened);

    await shown(opened);
    expect(failures).toBe(2);
  });

  it('that is there no more, because the server has another version, has the page begin anew', async () => {
    const opened = await consoles.openSignedIn();
    let isUpdated = true;
    await opened.page.route(PART, (route) => (isUpdated ? route.fulfill({ status: 404 }) : route.fallback()));
    await opened.page.route('**/packs/js/chunk-*', (route) =>
      isUpdated && route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
    );

    const loaded = opened.page.waitForEvent('load');
    await search(opened);
    await loaded;
    isUpdated = false;
    await heading(opened, 'Mine');
    await search(opened);

    await shown(opened);
  });
});

describe('the policy of the page', () => {
  it('lets nothing be made of text', async () => {
    const { page } = await consoles.open('/app/login');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const refused = await page.evaluate(async () => {
      // What a debugger runs may compile texts; what runs later may not.
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = (work: () => unknown) => {
        try {
          return String(work());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        attempt(() => (document.body.innerHTML = '<b>text</b>')),
        attempt(() => (document.createElement('script').text = 'text')),
        // oxlint-disable-next-line no-new-func
        attempt(() => new Function('return 1')()),
      ];
    });

    expect(refused).toEqual(['TypeError', 'TypeError', 'EvalError']);
  });

  it('has no other page show it in a frame', async () => {
    const { page } = await consoles.open('/app/login');
    const site = await page.context().newPage();
    await site.route('https://shop.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Shop</title><iframe src="${consoles.test.url}/app"></iframe>`,
      }),
    );
    await site.goto('https://shop.example/', { waitUntil: 'load' });

    expect(await site.frameLocator('iframe').locator('#app').count()).toBe(0);
  });
});

describe('on a phone', () => {
  it('the views are behind a button, which Escape and each link close', async () => {
    const opened = await consoles.openSignedIn(undefined, { browser: { viewport: { width: 360, height: 640 } } });
    const views = opened.page.getByRole('navigation', { name: 'Views' });
    const button = (name: string) => opened.page.getByRole('button', { name });
    expect(await views.count()).toBe(0);

    await button('Show views').click();
    await views.waitFor();
    const inside = await focused(opened);
    await opened.page.keyboard.press('Escape');
    await button('Show views').waitFor();
    const back = await opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await button('Show views').click();
    await link(opened, 'Views', 'All').click();

    await heading(opened, 'All');
    expect([inside, back]).toEqual(['Mine', 'Show views']);
    expect(await views.count()).toBe(0);
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(opened.problems).toEqual([]);
  });
});

describe('somebody without an account', () => {
  it('is told so', async () => {
    const account = await givenSigner(consoles.test);
    const agent = await givenAgent(consoles.test, account);
    await consoles.test.rows().deleteFrom('account_users').where('user_id', '=', agent.id).execute();
    const hash = await consoles.test
      .rows()
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', account.administrator.id)
      .executeTakeFirstOrThrow();
    await consoles.test.rows().updateTable('users').set(hash).where('id', '=', agent.id).execute();
    const opened = await consoles.open('/app');

    await opened.signIn(agent.email);

    await heading(opened, 'You are in no account');
  });
});
