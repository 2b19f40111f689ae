import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite } from '../../support/public/website.ts';
import { givenWebsite as givenSite, type Website as Site } from '../../support/web/website.ts';
import { type ChatwootHost, type ChatwootOptions, openChatwootHost } from '../pages/chatwoot-host.ts';

let test: TestApp;
let account: TestAccount;
let site: Site;
const opened: ChatwootHost[] = [];
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  await account.call('POST', '/labels', { title: 'vip' });
  site = await givenSite();
});
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});
afterAll(() => Promise.all([test.stop(), site.stop()]));

async function open(token: string, options?: ChatwootOptions): Promise<ChatwootHost> {
  const host = await openChatwootHost(test.url, site, token, options);
  opened.push(host);
  return host;
}

async function write(host: ChatwootHost, content: string) {
  const frame = await host.frame();
  await frame.getByRole('textbox', { name: 'Write a message' }).fill(content);
  await frame.getByRole('button', { name: 'Send', exact: true }).click();
}

const cookieOf = async ({ context }: ChatwootHost, name: string) =>
  (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? '';
const conversationIn = async (inboxId: number) => {
  const list = () => account.call('GET', `/conversations?inbox_id=${inboxId}&status=all`);
  const { body } = await eventually(list, ({ body }) => body.data.payload.length > 0);
  return body.data.payload[0];
};
const eventsOf = async (host: ChatwootHost) => (await host.told()).map(({ event }) => event);

describe("Chatwoot's script around the frame", () => {
  it('is told all that happens, and does with the frame what it does with its own', async () => {
    const website = await givenWebsite(test, account);
    const host = await open(website.token, { settings: { locale: 'en', welcomeTitle: 'Hello there' } });
    const frame = await host.frame();
    await frame.getByText('Hello there').waitFor();
    const loaded = await host.heard('loaded');
    expect(loaded).toEqual({
      event: 'loaded',
      config: { authToken: '', channelConfig: { widgetColor: expect.stringMatching(/^#/) } },
    });

    // Nobody is stored before they say something of themselves.
    await host.tell('set-conversation-custom-attributes', { customAttributes: { order: 5, gone: 1 } });
    await host.tell('delete-conversation-custom-attribute', { customAttribute: 'gone' });
    await host.tell('set-label', { label: 'vip' });
    await host.tell('set-label', { label: 'other' });
    await host.tell('remove-label', { label: 'other' });
    await host.tell('set-custom-attributes', { customAttributes: { plan: 'pro', old: 1 } });
    await host.tell('delete-custom-attribute', { customAttribute: 'old' });
    await host.toggle(true);
    await frame.getByRole('button', { name: 'Start a conversation' }).click();
    expect((await host.heard('onEvent'))['eventIdentifier']).toBe('chatwoot:on-start-conversation');
    await write(host, 'Where is my parcel?');
    const token = (await host.heard('setAuthCookie'))['data'] as { widgetAuthToken: string };
    expect(await cookieOf(host, 'cw_conversation')).toBe(token.widgetAuthToken);

    const begun = await conversationIn(website.id);
    expect(begun).toMatchObject({
      custom_attributes: { order: 5 },
      labels: ['vip'],
      additional_attributes: { referer: host.page.url() },
    });
    const path = `/contacts/${begun.meta.sender.id}`;
    const contact = async () => (await account.call('GET', path)).body.custom_attributes;
    expect(await eventually(contact, ({ plan }) => plan === 'pro')).toEqual({ plan: 'pro' });

    await host.toggle(false);
    const answer = async () => {
      await account.call('POST', `/conversations/${begun.id}/messages`, { content: 'Soon', message_type: 'outgoing' });
      return eventsOf(host);
    };
    // The socket is opened after the first message; what is told before is not heard.
    await eventually(answer, (events) => events.includes('setUnreadMode'));
    expect(await host.heard('updateIframeHeight')).toMatchObject({
      isFixedHeight: true,
      extraHeight: expect.any(Number),
    });
    expect((await host.heard('handleNotificationDot'))['unreadMessageCount']).toBeGreaterThan(0);
    expect((await host.heard('onEvent'))['data']).toMatchObject({ content: 'Soon' });
    await host.heard('playAudio');
    await host.toggle(true);
    await host.heard('resetUnreadMode');
    expect(host.problems).toEqual([]);
  });

  it('tells who the user is, in which language and in which colours', async () => {
    const website = await givenWebsite(test, account);
    const host = await open(website.token);
    const frame = await host.frame();
    await host.heard('loaded');

    await host.tell('set-user', { identifier: 17, user: { name: 'Ada', email: 'ada@example.com', city: 'London' } });
    await host.tell('set-locale', { locale: 'de' });
    await host.tell('set-color-scheme', { darkMode: 'dark' });
    await host.tell('sdk-set-bubble-visibility', { hideMessageBubble: true });
    await host.tell('unset-unread-view');
    await host.heard('setAuthCookie');

    await frame.getByText('Unterhaltung').first().waitFor();
    expect(await frame.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
    const { body } = await account.call('GET', '/contacts/search?q=ada@example.com');
    expect(body.payload[0]).toMatchObject({ identifier: '17', additional_attributes: { city: 'London' } });
    expect(host.problems).toEqual([]);
  });

  it('tells of a user who is refused, and of what the server answered', async () => {
    const website = await givenWebsite(test, account);
    const host = await open(website.token);
    await host.heard('loaded');

    await host.tell('set-user', { identifier: '17', user: { name: 'Eve', identifier_hash: 'wrong' } });

    const refused = await host.heard('error');
    expect(refused).toMatchObject({ errorType: 'SET_USER_ERROR', data: { error: expect.any(String) } });
    expect(await eventsOf(host)).not.toContain('setAuthCookie');
  });
});

describe('a visitor with cookies', () => {
  it('of this server goes on, with the token in the address of the frame', async () => {
    const website = await givenWebsite(test, account);
    const { token } = await givenVisitor(website, 'Earlier');

    const host = await open(website.token, { cookies: { cw_conversation: token } });

    await (await host.frame()).getByRole('button', { name: 'Continue the conversation' }).click();
    await (await host.frame()).getByText('Earlier').waitFor();
    expect((await host.heard('loaded'))['config']).toMatchObject({ authToken: token });
  });

  it.each([
    ['another server', 'eyJhbGciOiJIUzI1NiJ9.eyJzb3VyY2VfaWQiOiJhIiwiaW5ib3hfaWQiOjF9.c2lnbmF0dXJl'],
    ['a script that had none', 'undefined'],
    ['nobody', '%E0%A4%A'],
  ])('of %s begins anew, without an error', async (_, cookie) => {
    const website = await givenWebsite(test, account);

    const host = await open(website.token, { cookies: { cw_conversation: cookie } });
    await host.toggle(true);
    await (await host.frame()).getByRole('button', { name: 'Start a conversation' }).click();
    await write(host, 'Hello');

    const { meta } = await conversationIn(website.id);
    expect(meta.sender.name).not.toBe('');
    await host.page.waitForFunction(() => /cw_conversation=\w+\.\w+\./.test(document.cookie));
    expect(await cookieOf(host, 'cw_conversation')).not.toBe(cookie);
    // The answer to what was asked with the former token.
    expect(host.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });
});
