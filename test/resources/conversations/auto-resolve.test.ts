import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { autoResolve } from '../../../src/jobs/auto-resolve.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenContact, givenConversation, givenInbox } from '../../support/factories.ts';
import { givenConversationIn } from '../../support/automatic-messages.ts';
import { activitiesOf, ask, messagesOf, pathOf, reply, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const DAY_MS = 86_400_000;
const isFarewell = ({ content }: { content: string }) => content === 'Bye';
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** A conversation of an account with these settings, three days without activity by default. */
async function given(settings: object = {}) {
  const account = await givenAccount(test);
  const changed = await account.call('PATCH', '', { auto_resolve_after: 3, ...settings });
  expect(changed.status).toBe(200);
  const conversation = await givenConversation(account);
  const status = async () => (await shown(account, conversation)).status;
  return { account, conversation, status };
}

describe('a conversation without activity', () => {
  it.each(['open', 'pending'])('resolves itself after the days of its account: %s', async (from) => {
    const { account, conversation, status } = await given();
    if (from !== 'open') await toggle(account, conversation, from);

    const early = await eventsDuring(test, account, () => autoResolve(test.app, inDays(2.99)));
    const events = await eventsDuring(test, account, () => autoResolve(test.app, inDays(3)));

    expect(early).toEqual([]);
    expect(await status()).toBe('resolved');
    expect((await activitiesOf(account, conversation)).at(-1)).toBe(
      'Conversation was resolved by the system after 3 days without activity',
    );
    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated']);
    expect(changesOf(events[1]!)).toMatchObject({ status: [from, 'resolved'] });
    expect((await account.call('GET', '/conversations/meta')).body.meta.all_count).toBe(0);
  });

  it('counts from the newest message', async () => {
    const { account, conversation, status } = await given();
    await test
      .rows()
      .updateTable('conversations')
      .set({ last_activity_at: inDays(-10) })
      .where('account_id', '=', account.id)
      .execute();
    await reply(account, conversation);

    await autoResolve(test.app, new Date());

    expect(await status()).toBe('open');
  });

  it('stays as it is when it is snoozed, or resolved', async () => {
    const { account, conversation, status } = await given();
    await toggle(account, conversation, 'snoozed', { snoozed_until: inDays(90).toISOString() });

    const events = await eventsDuring(test, account, () => autoResolve(test.app, inDays(30)));

    expect(events).toEqual([]);
    expect(await status()).toBe('snoozed');
  });

  it('stays as it is in an account that does not resolve automatically', async () => {
    const { account, status } = await given({ auto_resolve_after: null, auto_resolve_message: 'Bye' });

    const events = await eventsDuring(test, account, () => autoResolve(test.app, inDays(3000)));

    expect(events).toEqual([]);
    expect(await status()).toBe('open');
  });

  it('resolves once, when several look at the same time', async () => {
    const { account, conversation } = await given({ auto_resolve_message: 'Bye' });
    const now = inDays(4);

    const events = await eventsDuring(test, account, () =>
      Promise.all([autoResolve(test.app, now), autoResolve(test.app, now), autoResolve(test.app, now)]),
    );

    expect(typesOf(events).filter((type) => type === 'conversation_status_changed')).toHaveLength(1);
    expect((await messagesOf(account, conversation)).filter(isFarewell)).toHaveLength(1);
  });
});

describe('auto_resolve_message', () => {
  it('is sent before the conversation resolves', async () => {
    const { account, conversation, status } = await given({ auto_resolve_message: 'We close this now. Bye!' });

    const events = await eventsDuring(test, account, () => autoResolve(test.app, inDays(3)));

    expect(typesOf(events)).toEqual(['message_created', 'conversation_status_changed', 'conversation_updated']);
    const [farewell, activity] = await messagesOf(account, conversation);
    expect(farewell).toMatchObject({
      content: 'We close this now. Bye!',
      message_type: 3,
      private: false,
      sender: null,
    });
    expect(activity).toMatchObject({ message_type: 2 });
    expect(await status()).toBe('resolved');
  });

  it('is not sent when the channel no longer delivers answers; an activity says why', async () => {
    const { account, status } = await given({ auto_resolve_message: 'Bye' });
    const inbox = await givenInbox(account, { type: 'api', additional_attributes: { agent_reply_time_window: 24 } });
    const contact = await givenContact(account);
    const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await ask(account, body);

    await autoResolve(test.app, inDays(3));

    expect(await activitiesOf(account, body)).toEqual([
      'The message about resolving was not sent: the channel no longer delivers answers to this contact',
      'Conversation was resolved by the system after 3 days without activity',
    ]);
    expect((await messagesOf(account, body)).filter(isFarewell)).toEqual([]);
    expect((await shown(account, body)).status).toBe('resolved');
    expect(await status()).toBe('resolved');
  });
});

describe('auto_resolve_message of a muted conversation', () => {
  it.each([
    ['email', { type: 'email', email: `${randomUUID()}@example.com` }, 0],
    ['api', { type: 'api' }, 1],
  ])('is sent unless it would go by mail: %s', async (_, channel, said) => {
    const { account } = await given({ auto_resolve_message: 'Bye' });
    const inbox = await givenInbox(account, channel);
    const conversation = await givenConversationIn(account, inbox, { name: 'Carla', email: 'carla@example.com' });
    await account.call('POST', pathOf(conversation, '/mute'));

    await autoResolve(test.app, inDays(3));

    expect((await messagesOf(account, conversation)).filter(isFarewell)).toHaveLength(said);
    expect((await shown(account, conversation)).status).toBe('resolved');
  });
});

describe('auto_resolve_label', () => {
  it('is added to those that the conversation has', async () => {
    const { account, conversation, status } = await given({ auto_resolve_label: 'gone-quiet', auto_resolve_after: 1 });
    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['billing'] });

    await autoResolve(test.app, inDays(1));

    expect((await shown(account, conversation)).labels).toEqual(['billing', 'gone-quiet']);
    expect((await activitiesOf(account, conversation)).slice(-2)).toEqual([
      'The system added the label gone-quiet',
      'Conversation was resolved by the system after a day without activity',
    ]);
    expect(await status()).toBe('resolved');
  });
});

describe('auto_resolve_ignore_waiting', () => {
  it.each([
    [true, 'open'],
    [false, 'resolved'],
  ])('with %p leaves a conversation whose contact waits for an answer %s', async (ignores, expected) => {
    const { account, conversation, status } = await given({ auto_resolve_ignore_waiting: ignores });
    await ask(account, conversation);

    await autoResolve(test.app, inDays(3));

    expect(await status()).toBe(expected);
  });

  it('resolves a conversation that has been answered', async () => {
    const { account, conversation, status } = await given({ auto_resolve_ignore_waiting: true });
    await ask(account, conversation);
    await reply(account, conversation);

    await autoResolve(test.app, inDays(3));

    expect(await status()).toBe('resolved');
  });
});
