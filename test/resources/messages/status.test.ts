import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenContact, givenConversation, givenInbox } from '../../support/factories.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A message that has this status, and a request that sets another. */
async function given(status = 'sent') {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const { body: message } = await reply(account, conversation);
  const path = pathOf(conversation, `/messages/${message.id}`);
  const set = (body: unknown) => account.call('PATCH', path, body);
  if (status !== 'sent') await set({ status, external_error: 'first' });
  return { account, conversation, message, path, set };
}

// Forward only; failed from any but read; a step back answers 200 and changes nothing.
const BECOMES = {
  sent: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  delivered: { sent: 'delivered', delivered: 'delivered', read: 'read', failed: 'failed' },
  read: { sent: 'read', delivered: 'read', read: 'read', failed: 'read' },
  failed: { sent: 'failed', delivered: 'delivered', read: 'read', failed: 'failed' },
};
const STEPS = Object.entries(BECOMES).flatMap(([from, row]) =>
  Object.entries(row).map(([asked, to]) => [from, asked, to] as const),
);

describe('PATCH messages/{id}', () => {
  it.each(STEPS)('changes a message that is %s to %s: it is %s', async (from, asked, to) => {
    const { account, conversation, set } = await given(from);

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await set({ status: asked, external_error: 'second' });
    });

    const [shown] = await messagesOf(account, conversation);
    expect(answer).toMatchObject({ status: 200, body: { status: to } });
    expect((answer as unknown as { body: unknown }).body).toEqual(shown);
    const error = asked === 'failed' && from !== 'read' ? 'second' : to === 'failed' ? 'first' : null;
    expect([shown.external_error, shown.content_attributes]).toEqual([
      error,
      error === null ? {} : { external_error: error },
    ]);

    const changed = from !== to || (asked === 'failed' && from === 'failed');
    expect(typesOf(events)).toEqual(changed ? ['message_updated'] : []);
    if (from !== to) expect(changesOf(events[0]!)['status']).toEqual([from, to]);
  });

  it('stores a failure without a reason, and repeating it changes nothing', async () => {
    const { account, set } = await given();

    const events = await eventsDuring(test, account, async () => {
      await set({ status: 'failed' });
      await set({ status: 'failed', external_error: null });
    });

    expect(events.map(changesOf)).toEqual([{ status: ['sent', 'failed'] }]);
  });

  it('reads the fields under "message", and is the same as PUT', async () => {
    const { account, path } = await given();

    const { status, body } = await account.call('PUT', path, { message: { status: 'delivered' } });

    expect([status, body.status]).toEqual([200, 'delivered']);
  });

  it('is for API inboxes only', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://example.com' });
    const contact = await givenContact(account);
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });
    const { body: message } = await reply(account, conversation);

    const { status, body } = await account.call('PATCH', pathOf(conversation, `/messages/${message.id}`), {
      status: 'read',
    });

    expect([status, body.error]).toEqual([403, 'Message status update is only allowed for API inboxes']);
    expect((await messagesOf(account, conversation))[0].status).toBe('sent');
  });

  it.each([[{}], [{ status: null }], [{ status: '' }], [{ status: 'seen' }], [{ status: 3 }]])(
    'refuses %p',
    async (body) => {
      const { set } = await given();

      const answer = await set(body);

      expect([answer.status, answer.body.error, answer.body.attributes]).toEqual([
        422,
        'Validation failed',
        ['status'],
      ]);
    },
  );

  it.each([[5], [{}], ['x'.repeat(20_001)], ['\u0000']])('refuses the reason %p', async (reason) => {
    const { set } = await given();

    const { status, body } = await set({ status: 'failed', external_error: reason });

    expect([status, body.attributes]).toEqual([422, ['external_error']]);
  });

  it('does not find a message of another conversation, and is not for bots', async () => {
    const { account, message, path } = await given();
    const other = await givenConversation(account);
    const bot = await givenBot(test, account);

    const elsewhere = await account.call('PATCH', pathOf(other, `/messages/${message.id}`), { status: 'read' });
    const absent = await account.call('PATCH', pathOf({ id: 1 }, '/messages/999999'), { status: 'read' });
    const byBot = await account.call('PATCH', path, { status: 'read' }, { token: bot.token });

    for (const { status, body } of [elsewhere, absent]) {
      expect([status, body.error]).toEqual([404, 'Message not found']);
    }
    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
  });
});

describe('POST messages/{id}/retry', () => {
  it('sends a failed message again', async () => {
    const { account, conversation, path } = await given('failed');

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('POST', `${path}/retry`);
    });

    const [shown] = await messagesOf(account, conversation);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'sent', external_error: null, content_attributes: { external_error: null } },
    });
    expect((answer as unknown as { body: unknown }).body).toEqual(shown);
    expect(typesOf(events)).toEqual(['message_updated']);
    expect(events[0]!.payload.content_attributes).toEqual({ external_error: null });
    expect(changesOf(events[0]!)).toEqual({
      status: ['failed', 'sent'],
      external_error: ['first', null],
      content_attributes: [{ external_error: 'first' }, { external_error: null }],
    });
  });

  it.each(['sent', 'delivered', 'read'])('refuses one that is %s', async (from) => {
    const { account, conversation, path } = await given(from);

    const { status, body } = await account.call('POST', `${path}/retry`);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.message).toContain(from);
    expect((await messagesOf(account, conversation))[0].status).toBe(from);
  });

  it('refuses one that was deleted', async () => {
    const { account, conversation, path } = await given('failed');
    await account.call('DELETE', path);

    const { status, body } = await account.call('POST', `${path}/retry`);

    expect([status, body]).toEqual([422, { error: 'Validation failed', message: 'the message was deleted' }]);
    expect((await messagesOf(account, conversation))[0].status).toBe('failed');
  });

  it('does not find another message', async () => {
    const { account, conversation } = await given();

    const { status, body } = await account.call('POST', pathOf(conversation, '/messages/999999/retry'));

    expect([status, body.error]).toEqual([404, 'Message not found']);
  });
});
