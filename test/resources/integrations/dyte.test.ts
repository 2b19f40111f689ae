import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { messagesOf } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { type Asked, DYTE_SETTINGS, givenRealtimeKit } from '../../support/providers/realtime-kit.ts';

let test: TestApp;
let kit: ProviderServer<Asked>;
beforeAll(async () => {
  kit = await givenRealtimeKit();
  test = await givenApp({ 'integrations.dyte_url': kit.url });
});
afterAll(async () => {
  await test.stop();
  await kit.stop();
});

let account: TestAccount;
let conversation: { id: number };
beforeEach(async () => {
  account = await givenAccount(test);
  conversation = await givenConversation(account);
  kit.sent.length = 0;
});

const use = (settings: object = DYTE_SETTINGS) =>
  account.call('POST', '/integrations/hooks', { app_id: 'dyte', settings });
const begin = (token = account.administrator.token, id = conversation.id) =>
  account.call('POST', '/integrations/dyte/create_a_meeting', { conversation_id: id }, { token });
const enter = (message: number, token = account.administrator.token) =>
  account.call('POST', '/integrations/dyte/add_participant_to_meeting', { message_id: message }, { token });

describe('POST integrations/dyte/create_a_meeting', () => {
  it('begins a call, and tells the contact of it', async () => {
    await use();
    const agent = await givenAgent(test, account);

    const { status, body } = await begin(agent.token);

    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        content: 'Gus Agent has started a meeting',
        message_type: 1,
        content_type: 'integrations',
        content_attributes: { type: 'dyte', data: { meeting_id: expect.any(String) } },
        conversation_id: conversation.id,
      }),
    ]);
    expect(kit.sent).toEqual([{ does: 'create', body: { title: 'Gus Agent has started a meeting' } }]);
    expect((await messagesOf(account, conversation)).map(({ id }: { id: number }) => id)).toContain(body.id);
  });

  it('begins one call for an Idempotency-Key', async () => {
    await use();
    const again = (key: string) =>
      account.call(
        'POST',
        '/integrations/dyte/create_a_meeting',
        { conversation_id: conversation.id },
        { headers: { 'Idempotency-Key': key } },
      );

    const first = await again('one');
    const second = await again('one');
    const asked = kit.sent.length;
    const other = await again('two');
    const together = await Promise.all([again('three'), again('three')]);

    expect([first.status, second.status, second.body, asked]).toEqual([200, 200, first.body, 1]);
    expect(together[1].body).toEqual(together[0].body);
    expect((await messagesOf(account, conversation)).map(({ id }: { id: number }) => id)).toEqual(
      [first, other, together[0]].map(({ body }) => body.id),
    );
  });

  it('refuses where the account does not use it, or has switched it off', async () => {
    const without = await begin();
    const { body: hook } = await use();
    await account.call('PATCH', `/integrations/hooks/${hook.id}`, { status: 'disabled' });
    const off = await begin();

    for (const { status, body } of [without, off]) expect([status, body.error]).toEqual([404, 'Integration not found']);
    expect(await messagesOf(account, conversation)).toEqual([]);
  });

  it('does not find conversations of others, nor let those in who do not see it', async () => {
    await use();
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });

    expect((await begin(outsider.token)).status).toBe(403);
    expect((await begin(undefined, 999_999)).body.error).toBe('Conversation not found');
    expect(kit.sent).toEqual([]);
  });

  it('says what is wrong, and writes no message', async () => {
    await use({ ...DYTE_SETTINGS, api_token: 'wrong-token' });

    const refused = await begin();
    kit.faults.push({ is: 'cut' });
    const cut = await begin();

    expect([refused.status, refused.body.message]).toEqual([422, 'RealtimeKit says: Invalid API Token']);
    expect([cut.status, cut.body.error]).toEqual([503, 'RealtimeKit is not available']);
    expect(await messagesOf(account, conversation)).toEqual([]);
  });
});

describe('POST integrations/dyte/add_participant_to_meeting', () => {
  it('lets each member in, the same one again', async () => {
    await use();
    const agent = await givenAgent(test, account);
    const { body: message } = await begin();

    const first = await enter(message.id);
    const other = await enter(message.id, agent.token);
    const again = await enter(message.id);

    expect([first.status, other.status, again.status]).toEqual([200, 200, 200]);
    expect(again.body.id).toBe(first.body.id);
    expect(other.body.id).not.toBe(first.body.id);
    expect(new Set([first, other, again].map(({ body }) => body.token)).size).toBe(3);
    expect(kit.sent.map(({ does }) => does)).toEqual(['create', 'add', 'add', 'list', 'renew']);
    expect(kit.sent[1]!.body).toMatchObject({
      custom_participant_id: `user:${account.administrator.id}`,
      name: 'Ada Admin',
    });
  });

  it('refuses messages that are about no call, and does not find those of others', async () => {
    await use();
    const other = await givenAccount(test);
    const { body: message } = await account.call('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Hi',
      message_type: 'outgoing',
    });
    const { body: call } = await begin();
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });

    const plain = await enter(message.id);
    const foreign = await other.call('POST', '/integrations/dyte/add_participant_to_meeting', { message_id: call.id });

    expect([plain.status, plain.body.error]).toEqual([422, 'Invalid message type']);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Message not found']);
    expect((await enter(call.id, outsider.token)).status).toBe(403);
  });

  it('says so where the call is gone', async () => {
    await use();
    const { body: message } = await account.call('POST', `/conversations/${conversation.id}/messages`, {
      content: 'A call',
      message_type: 'outgoing',
      content_type: 'integrations',
      content_attributes: { type: 'dyte', data: { meeting_id: '../../gone' } },
    });

    const { status, body } = await enter(message.id);

    expect([status, body.error]).toEqual([422, 'RealtimeKit refused']);
  });
});
