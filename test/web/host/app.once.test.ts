import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, type Website } from '../../support/public/website.ts';
import { type AppKind, type AppOptions, type AppPage, openApp } from '../pages/app-page.ts';

let test: TestApp;
let account: TestAccount;
let website: Website;
const opened: AppPage[] = [];
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  website = await givenWebsite(test, account);
});
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close();
});
afterAll(() => test.stop());

const KINDS: AppKind[] = ['React Native', 'Flutter'];

async function open(options: AppOptions = {}): Promise<AppPage> {
  const app = await openApp(test.url, website.token, options);
  opened.push(app);
  return app;
}

async function write({ page }: AppPage, content: string) {
  await page.getByRole('textbox', { name: 'Write a message' }).fill(content);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

const texts = ({ page }: AppPage) => page.locator('.row .bubble').allTextContents();
const contactOf = async (identifier: string) => {
  const { body } = await account.call('GET', `/contacts/search?q=${identifier}`);
  return body.payload[0];
};

describe.each(KINDS)('an app made with the package for %s', (kind) => {
  it('hears that the page is there, with no visitor yet, and keeps the one that a first message makes', async () => {
    const app = await open({ kind });
    const first = await eventually(
      () => app.heard[0],
      (said) => said !== undefined,
    );
    await app.page.getByRole('button', { name: 'Start a conversation' }).click();
    await write(app, `From ${kind}`);
    const token = await eventually(app.token, (kept) => kept !== '');

    const again = await open({ kind, token });
    await again.page.getByRole('button', { name: 'Continue the conversation' }).click();

    expect(first).toMatchObject({ event: 'loaded', config: { authToken: '', channelConfig: {} } });
    expect(
      await eventually(
        () => texts(again),
        ({ length }) => length > 0,
      ),
    ).toEqual([`From ${kind}`]);
    expect(again.token()).toBe(token);
    expect([...app.problems, ...again.problems]).toEqual([]);
  });

  it('says who the visitor is, their language, and what is known of them', async () => {
    const identifier = `app-${kind.replace(' ', '-')}`;
    const messages = [
      { event: 'set-user', identifier, user: { identifier, name: 'Ada App', email: `${identifier}@example.com` } },
      { event: 'set-locale', locale: 'de' },
      { event: 'set-custom-attributes', customAttributes: { plan: 'pro' } },
      { event: 'set-color-scheme', darkMode: 'dark' },
    ];
    const app = await open({ kind, messages });

    await eventually(app.token, (kept) => kept !== '');
    const contact = await eventually(
      () => contactOf(identifier),
      (found) => found?.custom_attributes.plan === 'pro',
    );

    expect(contact).toMatchObject({ name: 'Ada App', email: `${identifier.toLowerCase()}@example.com` });
    await app.page.getByText('Unterhaltung').first().waitFor();
    expect(await app.page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
    expect(app.problems).toEqual([]);
  });

  it('makes no contact of an empty user', async () => {
    const before = (await account.call('GET', '/contacts')).body.meta.count;
    const messages = [
      { event: 'set-user', user: {} },
      { event: 'set-user', identifier: null, user: null },
    ];
    const app = await open({ kind, messages: [...messages, { event: 'set-locale', locale: 'fr' }] });
    // What comes after them has been done.
    await app.page.getByText('conversation').first().waitFor();
    await eventually(
      () => app.page.evaluate(() => document.documentElement.lang),
      (lang) => lang === 'fr',
    );

    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(before);
    expect(app.token()).toBe('');
  });
});

describe('the page of an app', () => {
  it('begins anew with a token that is not good here, and has the app forget it', async () => {
    const foreign = 'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJzb3VyY2VfaWQiOiJ4IiwiaW5ib3hfaWQiOjF9.c2lnbmF0dXJl';
    const app = await open({ token: foreign });

    await eventually(app.token, (kept) => kept === '');
    await app.page.getByRole('button', { name: 'Start a conversation' }).click();
    await write(app, 'Hello again');

    expect(await eventually(app.token, (kept) => kept !== '')).not.toBe(foreign);
    expect(await texts(app)).toEqual(['Hello again']);
    expect(app.problems).toEqual([]);
  });

  it('has a button by which the app closes it', async () => {
    const app = await open();

    await app.page.getByRole('button', { name: 'Close' }).click();

    await eventually(app.isClosed, Boolean);
    expect(app.heard.at(-1)).toEqual({ type: 'close-widget' });
  });

  it('begins at the route that its address has, and tells of the route there', async () => {
    const { token } = await givenVisitor(website, 'Hello');

    const app = await open({ token, route: '/messages' });

    await app.page.getByRole('textbox', { name: 'Write a message' }).waitFor();
    expect(app.page.url()).toMatch(/#\/messages$/);
  });

  it('hears nothing from other pages', async () => {
    const app = await open();
    await app.page.getByRole('button', { name: 'Start a conversation' }).waitFor();

    await app.page.evaluate(
      (text) =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => data === 'done' && resolve());
          const said = { data: text, origin: 'https://evil.example', source: window };
          window.dispatchEvent(new MessageEvent('message', said));
          const frame = document.createElement('iframe');
          document.body.append(frame);
          window.dispatchEvent(
            new MessageEvent('message', { ...said, origin: location.origin, source: frame.contentWindow }),
          );
          window.postMessage('done', location.origin);
        }),
      'chatwoot-widget:{"event":"set-locale","locale":"de"}',
    );
    await app.inject({ event: 'set-color-scheme', darkMode: 'dark' });
    await app.page.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');

    expect(await app.page.evaluate(() => document.documentElement.lang)).toBe('en');
  });
});
