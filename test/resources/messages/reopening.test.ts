import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenConversation } from '../../support/factories.ts';
import { activitiesOf, ask, inAnHour, reply, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation that has this status, in an inbox with a bot if `withBot`. */
async function given(status: string, withBot = false) {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  if (withBot) await givenBot(test, account, conversation.inbox_id);
  await toggle(account, conversation, status, { snoozed_until: inAnHour() });
  return { account, conversation };
}

const REOPENED = 'Conversation was reopened by a new incoming message';

describe('a message of the contact', () => {
  it.each([
    ['resolved', false, 'open'],
    ['resolved', true, 'pending'],
    ['snoozed', false, 'open'],
    ['snoozed', true, 'open'],
  ])('reopens a conversation that is %s (with a bot: %p) as %s', async (from, withBot, to) => {
    const { account, conversation } = await given(from, withBot);

    const events = await eventsDuring(test, account, () => ask(account, conversation));

    expect(await shown(account, conversation)).toMatchObject({ status: to, snoozed_until: null, unread_count: 1 });
    expect((await activitiesOf(account, conversation)).at(-1)).toBe(REOPENED);
    const waits = from === 'resolved' ? ['conversation_updated'] : [];
    const toBot = withBot && to === 'open' ? ['conversation_opened'] : [];
    expect(typesOf(events)).toEqual([
      'conversation_status_changed',
      'conversation_updated',
      ...toBot,
      'message_created',
      ...waits,
    ]);
    expect(events[0]!.payload).toMatchObject({
      previous_status: from,
      conversation: { status: to, previous_status: from },
    });
    expect(changesOf(events[1]!)).toMatchObject({ status: [from, to] });
    expect(events[2 + toBot.length]!.payload.conversation).toMatchObject({ status: to, unread_count: 1 });
  });

  it.each(['open', 'pending'])('leaves one that is %s as it is', async (status) => {
    const { account, conversation } = await given(status);
    const before = await activitiesOf(account, conversation);

    const events = await eventsDuring(test, account, () => ask(account, conversation));

    expect((await shown(account, conversation)).status).toBe(status);
    expect(await activitiesOf(account, conversation)).toEqual(before);
    expect(typesOf(events)).toEqual(['message_created']);
  });

  it.each(['resolved', 'snoozed'])('never reopens one that is %s when the contact is blocked', async (status) => {
    const { account, conversation } = await given(status);
    await account.call('PATCH', `/contacts/${conversation.contact.id}`, { blocked: true });

    const { body } = await ask(account, conversation);

    expect(body.message_type).toBe(0);
    expect((await shown(account, conversation)).status).toBe(status);
  });

  it('reopens it once, however many come at once', async () => {
    const { account, conversation } = await given('resolved');

    const events = await eventsDuring(test, account, () =>
      Promise.all(Array.from({ length: 10 }, () => ask(account, conversation))),
    );

    expect(typesOf(events).filter((type) => type === 'conversation_status_changed')).toHaveLength(1);
    expect((await activitiesOf(account, conversation)).filter((content) => content === REOPENED)).toHaveLength(1);
    expect(await shown(account, conversation)).toMatchObject({ status: 'open', unread_count: 10 });
  });
});

describe('a message of the team', () => {
  it.each(['resolved', 'snoozed', 'pending'])('leaves a conversation that is %s as it is', async (status) => {
    const { account, conversation } = await given(status);

    await reply(account, conversation);
    await reply(account, conversation, { private: true });

    expect((await shown(account, conversation)).status).toBe(status);
  });
});
