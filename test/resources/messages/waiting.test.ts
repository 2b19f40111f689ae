import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenConversation } from '../../support/factories.ts';
import { ask, pathOf, reply, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  return { account, conversation };
}

/** Whether somebody waits for an answer in it, and whether somebody of the team has ever answered. */
async function pause(account: Parameters<typeof shown>[0], conversation: { id: number }) {
  const { waiting_since: waitingSince, first_reply_created_at: firstReply } = await shown(account, conversation);
  return { waits: waitingSince > 0, answered: firstReply > 0 };
}

describe('waiting_since and first_reply_created_at', () => {
  it('start with waiting since the creation', async () => {
    const { account, conversation } = await given();

    expect(conversation.waiting_since).toBe(conversation.created_at);
    expect(await pause(account, conversation)).toEqual({ waits: true, answered: false });
  });

  it('change when a person answers, the first reply once and for all', async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, () => reply(account, conversation));
    const first = await shown(account, conversation);
    await ask(account, conversation);
    await reply(account, conversation);

    expect(first).toMatchObject({ waiting_since: 0, first_reply_created_at: expect.any(Number) });
    expect((await shown(account, conversation)).first_reply_created_at).toBe(first.first_reply_created_at);
    expect(typesOf(events)).toEqual(['message_created', 'conversation_updated']);
    expect(changesOf(events[1]!)).toEqual({
      waiting_since: [expect.stringMatching(/Z$/), null],
      first_reply_created_at: [null, expect.stringMatching(/Z$/)],
    });
    expect(events[1]!.payload).toMatchObject({ waiting_since: 0, first_reply_created_at: expect.stringMatching(/Z$/) });
  });

  it('wait again from the next message of the contact on, not from those after it', async () => {
    const { account, conversation } = await given();
    await reply(account, conversation);

    const events = await eventsDuring(test, account, async () => {
      await ask(account, conversation);
      await ask(account, conversation);
    });

    expect(typesOf(events)).toEqual(['message_created', 'conversation_updated', 'message_created']);
    expect(changesOf(events[1]!)).toEqual({ waiting_since: [null, expect.stringMatching(/Z$/)] });
    expect(await pause(account, conversation)).toEqual({ waits: true, answered: true });
  });

  it('count an answer of a bot as an answer, but not as the first reply', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const events = await eventsDuring(test, account, () => reply(account, conversation, {}, bot.token));

    expect(await pause(account, conversation)).toEqual({ waits: false, answered: false });
    expect(typesOf(events)).toEqual(['message_created', 'conversation_updated']);
    expect(Object.keys(changesOf(events[1]!))).toEqual(['waiting_since']);
  });

  it('do not count a note as an answer', async () => {
    const { account, conversation } = await given();

    const events = await eventsDuring(test, account, () => reply(account, conversation, { private: true }));

    expect(await pause(account, conversation)).toEqual({ waits: true, answered: false });
    expect(typesOf(events)).toEqual(['message_created']);
  });

  it('do not change with further answers', async () => {
    const { account, conversation } = await given();
    await reply(account, conversation);

    const events = await eventsDuring(test, account, () => reply(account, conversation));

    expect(typesOf(events)).toEqual(['message_created']);
  });

  it('end the waiting when it is resolved', async () => {
    const { account, conversation } = await given();

    await toggle(account, conversation, 'resolved');

    expect(await pause(account, conversation)).toEqual({ waits: false, answered: false });
  });
});

describe('last_activity_at', () => {
  it('is the time of the newest message of any kind', async () => {
    const { account, conversation } = await given();
    const long = new Date(Date.now() - 86_400_000);
    const age = () =>
      test
        .rows()
        .updateTable('conversations')
        .set({ last_activity_at: long })
        .where('account_id', '=', account.id)
        .execute();

    for (const act of [
      () => ask(account, conversation),
      () => reply(account, conversation),
      () => reply(account, conversation, { private: true }),
      () => account.call('POST', pathOf(conversation, '/mute')),
    ]) {
      await age();
      await act();

      const { last_activity_at: at, timestamp, messages } = await shown(account, conversation);
      expect([at, timestamp]).toEqual([messages[0].created_at, messages[0].created_at]);
      expect(at).toBeGreaterThan(long.getTime() / 1000 + 80_000);
    }
  });

  it('of the contact is when the contact last wrote', async () => {
    const { account, conversation } = await given();
    await reply(account, conversation);
    const before = (await account.call('GET', `/contacts/${conversation.contact.id}`)).body;

    const { body: message } = await ask(account, conversation);

    const after = (await account.call('GET', `/contacts/${conversation.contact.id}`)).body;
    expect([before.last_activity_at || null, after.last_activity_at]).toEqual([null, message.created_at]);
    expect((await shown(account, conversation)).meta.sender.last_activity_at).toBe(message.created_at);
  });
});
