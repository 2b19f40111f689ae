import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { Frame } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type HostOptions, type HostPage, Hosts } from '../pages/host-page.ts';

const hosts = new Hosts();
let account: TestAccount;
let inbox: { id: number; website_token: string; web_widget_script: string; hmac_token: string };
beforeAll(hosts.start);
beforeEach(async () => {
  account = await givenAccount(hosts.test);
  inbox = await givenInbox(account, {
    type: 'web_widget',
    website_url: 'https://shop.example',
    identifier_proof: 'optional',
  });
  await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_email_collect: false });
  for (const title of ['vip', 'new']) await account.call('POST', '/labels', { title });
});
afterEach(hosts.close);
afterAll(hosts.stop);

const open = (options: HostOptions = {}) => hosts.open({ hasApp: true, inbox, ...options });

async function writeIn(app: Frame, content: string) {
  const field = app.getByRole('textbox', { name: 'Write a message' });
  if (!(await field.isVisible())) await app.getByRole('button', { name: /a conversation$/ }).click();
  await field.fill(content);
  await app.getByRole('button', { name: 'Send', exact: true }).click();
  await app.locator('.row.is-own.is-sent', { hasText: content }).waitFor({ state: 'attached' });
}

/** A page with the chat open, in which the visitor has written. */
async function openConversation(options?: HostOptions): Promise<{ host: HostPage; app: Frame }> {
  const host = await open(options);
  await host.call('toggle', 'open');
  const app = await host.app();
  await writeIn(app, 'Hello');
  return { host, app };
}

const conversations = async () => (await account.call('GET', '/conversations?status=all')).body.data.payload;
const conversation = async () => (await conversations())[0];
const contact = async () => {
  const { meta } = await conversation();
  return (await account.call('GET', `/contacts/${meta.sender.id}`)).body;
};
const contacts = async () => (await account.call('GET', '/contacts')).body.payload;
const eventOf = async (host: HostPage, name: string): Promise<unknown> => {
  const events = await eventually(
    () => host.events(),
    (all) => all.some(([seen]) => seen === `chatwoot:${name}`),
  );
  return events.findLast(([seen]) => seen === `chatwoot:${name}`)![1];
};

describe('what a page says of its visitor', () => {
  it('arrives with the first message: all that was said before, in its order', async () => {
    const host = await open();
    await host.call('setCustomAttributes', { plan: 'free', old: 1 });
    await host.call('setCustomAttributes', { plan: 'pro' });
    await host.call('deleteCustomAttribute', 'old');
    await host.call('setConversationCustomAttributes', { order: 5, old: 1 });
    await host.call('deleteConversationCustomAttribute', 'old');
    await host.call('setLabel', 'vip');
    await host.call('setLabel', 'new');
    await host.call('removeLabel', 'new');
    expect(await contacts()).toEqual([]);

    await host.call('toggle', 'open');
    await writeIn(await host.app(), 'Hello');

    expect(await conversation()).toMatchObject({ custom_attributes: { order: 5 }, labels: ['vip'] });
    const { custom_attributes: attributes } = await eventually(contact, (found) => 'plan' in found.custom_attributes);
    expect(attributes).toEqual({ plan: 'pro' });
  });

  it('arrives at the conversation and the contact that there are', async () => {
    const { host } = await openConversation();

    await host.call('setCustomAttributes', { plan: 'pro', old: 1 });
    await host.call('deleteCustomAttribute', 'old');
    await host.call('setConversationCustomAttributes', { order: 5, old: 1 });
    await host.call('deleteConversationCustomAttribute', 'old');
    await host.call('setLabel', 'vip');
    await host.call('setLabel', 'new');
    await host.call('removeLabel', 'vip');

    const done = await eventually(conversation, ({ labels }) => labels.join() === 'new');
    expect(done.custom_attributes).toEqual({ order: 5 });
    expect((await contact()).custom_attributes).toEqual({ plan: 'pro' });
  });

  it('does no harm to the first message where it is wrong, and is named in the console', async () => {
    const host = await open();
    const said: string[] = [];
    host.page.on('console', (message) => said.push(message.text()));
    await host.page.evaluate(() => {
      const { $chatwoot: api } = window as unknown as { $chatwoot: Record<string, (...all: unknown[]) => void> };
      const circle: Record<string, unknown> = { name: 'circle' };
      circle['itself'] = circle;
      api['setCustomAttributes']!(circle);
      api['setConversationCustomAttributes']!({ big: 1n });
      api['setLabel']!('');
      api['setLabel']!(undefined);
      api['removeLabel']!({});
      api['setLocale']!(7);
      api['toggle']!('sideways');
    });

    await writeIn(await host.app(), 'Hello');

    expect(said.filter((text) => text.startsWith('Chat widget: '))).toHaveLength(4);
    expect(await conversation()).toMatchObject({ custom_attributes: {}, labels: [] });
  });

  it('is who they are, and who they were stays apart from them: setUser, reset', async () => {
    const { host } = await openConversation();
    const proof = createHmac('sha256', inbox.hmac_token).update('u-1').digest('hex');
    const ada = { name: 'Ada', email: 'ada@example.com', phone_number: '+4915112345678', company_name: 'Acme' };
    await host.call('setUser', 'u-1', { ...ada, identifier_hash: proof, custom_attributes: { plan: 'pro' } });
    const known = await eventually(contact, ({ identifier }) => identifier === 'u-1');

    await host.call('reset');
    await host.call('toggle', 'open');
    await writeIn(await host.app(), 'Somebody else');

    expect(known).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      phone_number: '+4915112345678',
      additional_attributes: { company_name: 'Acme' },
      custom_attributes: { plan: 'pro' },
    });
    const [last, first] = await conversations();
    expect([last.meta.sender.identifier, first.meta.sender.identifier]).toEqual([null, 'u-1']);
    expect(await (await host.app()).locator('.row').count()).toBe(1);
    expect(host.problems).toEqual([]);
  });

  it('is refused without the right proof, of which the page hears, and again with the next page', async () => {
    const host = await open();
    await host.call('setUser', 'u-1', { name: 'Eve', identifier_hash: 'wrong' });

    expect(await eventOf(host, 'error')).toMatchObject({ error: expect.stringContaining('') });
    expect(await host.page.evaluate(() => document.cookie)).toBe('');
    expect(await contacts()).toEqual([]);
  });

  it('is said again where a cookie says that it was, and the server does not know the visitor', async () => {
    const host = await open();
    await host.call('setUser', 'u-1', { name: 'Ada' });
    await host.page.waitForFunction(() => /cw_conversation=\w/.test(document.cookie));
    await host.page.evaluate(() => (document.cookie = 'cw_conversation=of.another.server;path=/'));
    await account.call('DELETE', `/contacts/${(await contacts())[0].id}`);

    await host.page.reload();
    await host.page.waitForFunction(() => (window as { $chatwoot?: { hasLoaded: boolean } }).$chatwoot?.hasLoaded);
    await host.call('setUser', 'u-1', { name: 'Ada' });
    await host.page.hover('.woot-widget-bubble:not(.woot--close)');

    const [again] = await eventually(contacts, ({ length }) => length > 0);
    expect(again).toMatchObject({ identifier: 'u-1', name: 'Ada' });
    await host.page.waitForFunction(() => /cw_conversation=\w+\.\w+\./.test(document.cookie));
  });
});

describe('how a page wants the chat', () => {
  it('is done while it is open: setLocale, setColorScheme, toggleBubbleVisibility', async () => {
    const { host, app } = await openConversation();

    await host.call('setLocale', 'de');
    await host.call('setColorScheme', 'dark');
    await host.call('toggleBubbleVisibility', 'hide');

    await app.getByRole('button', { name: 'Senden' }).waitFor();
    await app.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');
    expect(await host.page.isHidden('.woot--close')).toBe(true);
    await host.call('toggleBubbleVisibility', 'show');
    expect(await host.page.isHidden('.woot--close')).toBe(false);
  });

  it('is a window of its own, in which the conversation goes on, also when it is loaded again: popoutChatWindow', async () => {
    const { host } = await openConversation();
    const opened = host.context.waitForEvent('page');
    await host.call('popoutChatWindow');
    const popup = await opened;
    await popup.getByRole('button', { name: 'Continue the conversation' }).click();

    await popup.getByText('Hello').waitFor();
    expect(popup.url()).not.toContain('cw_conversation');
    await popup.reload();
    await popup.getByText('Hello').waitFor();
    expect(popup.url()).toMatch(/#\/messages$/);
    expect(await conversations()).toHaveLength(1);
  });

  it('is a window that somebody else pops out again, who sees nothing of the one before', async () => {
    const { host } = await openConversation();
    const opened = host.context.waitForEvent('page');
    await host.call('popoutChatWindow');
    const popup = await opened;
    await popup.getByRole('button', { name: 'Continue the conversation' }).waitFor();
    await host.call('reset');
    await host.call('setUser', 'u-2', { name: 'Bob' });
    await host.page.waitForFunction(() => /cw_conversation=\w/.test(document.cookie));

    await host.call('popoutChatWindow');

    await popup.getByRole('button', { name: 'Start a conversation' }).waitFor();
    await popup.getByRole('button', { name: 'Start a conversation' }).click();
    expect(await popup.locator('.row').count()).toBe(0);
  });
});

describe('what happens in the chat', () => {
  it('is told to the page: opened, closed, on-start-conversation, on-message, postback', async () => {
    const { host, app } = await openConversation();
    const { id } = await conversation();
    const actions = [{ type: 'postback', text: 'Choose', payload: 'p-1' }];
    const items = [{ title: 'A card', description: '', media_url: '', actions }];
    const card = { content: 'Cards', content_type: 'cards', content_attributes: { items } };
    // The socket is opened after the first message; what is told before is read, and not heard.
    const heard = async () => {
      await account.call('POST', `/conversations/${id}/messages`, { ...card, message_type: 'outgoing' });
      return (await host.events()).some(([name]) => name === 'chatwoot:on-message');
    };
    await eventually(heard, Boolean);
    await app.getByRole('button', { name: 'Choose' }).first().click();
    await host.call('toggle', 'close');

    expect(await eventOf(host, 'on-message')).toMatchObject({ content: 'Cards', content_type: 'cards' });
    expect(await eventOf(host, 'postback')).toEqual({ payload: 'p-1' });
    expect(await eventOf(host, 'on-start-conversation')).toEqual({ hasConversation: false });
    const names = (await host.events()).map(([name]) => name.replace('chatwoot:', ''));
    expect(names.filter((name) => ['ready', 'opened', 'closed'].includes(name))).toEqual(['ready', 'opened', 'closed']);
  });
});
