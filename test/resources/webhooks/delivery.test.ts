import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { reply } from '../../support/conversation-calls.ts';
import { wakeOften } from '../../support/time/wake-often.ts';
import { givenWebhook, newPath, receivedAt } from '../../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let sleepAgain: () => void;

beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'webhooks.retry_minutes': '0.001,0.001,0.001',
    'webhooks.timeout_seconds': '2',
    'webhooks.concurrency_per_receiver': '2',
    'webhooks.disable_after_hours': '0',
    'webhooks.disable_after_deliveries': '3',
  });
  sleepAgain = wakeOften(test);
});
afterAll(async () => {
  sleepAgain();
  await test.stop();
  await receiver.stop();
});
afterEach(() => {
  receiver.reply = () => ({});
});

const at = (path: string) => receivedAt(receiver, path);

describe('a webhook', () => {
  it('receives the event with all three signatures', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);

    await reply(account, conversation, { content: 'Hello ✓' });
    await receiver.until(() => at(webhook.path).length === 1);

    const [{ headers, raw, body }] = at(webhook.path) as [Received];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Parley\/\d+\.\d+\.\d+/),
      'x-parley-event': 'message_created',
      'x-parley-delivery': expect.stringMatching(/^\d+$/),
    });
    expect(body).toMatchObject({
      event: 'message_created',
      id: expect.any(Number),
      account: { id: account.id, name: account.name },
      conversation: { id: conversation.id, display_id: conversation.display_id, status: 'open' },
      message: { content: 'Hello ✓', message_type: 'outgoing', sender: { name: 'Ada Admin', type: 'User' } },
      content: 'Hello ✓',
    });
    expectSignatures(headers, raw, webhook.secret);
  });

  it('receives only what it subscribed to, only of its inbox if it has one', async () => {
    const account = await givenAccount(test);
    const other = await givenInbox(account, { type: 'api' }, 'Other');
    const deaf = await givenWebhook(receiver, account, 'hook', { inbox_id: other.id });
    const quiet = await givenWebhook(receiver, account, 'hook', { subscriptions: ['contact_created'] });
    const all = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);

    await reply(account, conversation, { content: 'one' });
    await receiver.until(() => at(all.path).length === 1 && at(quiet.path).length === 1);

    expect(at(deaf.path)).toEqual([]);
    expect(at(quiet.path).map(({ body }) => body.event)).toEqual(['contact_created']);
  });

  it('is tried again after a failure, with the same event, and keeps each attempt', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    receiver.reply = (request) => ({ status: at(request.path).length < 3 ? 500 : 204, body: 'x'.repeat(5000) });

    await reply(account, conversation, { content: 'again' });
    await receiver.until(() => at(webhook.path).length === 3);

    expect(new Set(at(webhook.path).map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(at(webhook.path).map(({ headers }) => headers['x-parley-delivery'])).size).toBe(1);
    const attempts = await eventually(
      () => attemptsOf(webhook.id),
      (rows) => rows.length === 3,
    );
    expect(attempts.map(({ status_code }) => status_code)).toEqual([500, 500, 204]);
    expect(attempts[0]?.response).toBe('x'.repeat(1024));
  });

  it('is left to a process that has taken it over; what it answered before is kept', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    const takenOver = Promise.withResolvers<void>();
    receiver.reply = () => ({ after: takenOver.promise });
    await reply(account, conversation, { content: 'slow' });
    await receiver.until(() => at(webhook.path).length === 1);

    await test
      .rows()
      .updateTable('delivery_lanes')
      .set({ held_by: 'another', due_at: new Date(Date.now() + HOUR) })
      .where('receiver_type', '=', 'Webhook')
      .where('receiver_id', '=', webhook.id)
      .execute();
    takenOver.resolve();
    await eventually(
      () => attemptsOf(webhook.id),
      (rows) => rows.length === 1,
    );

    const lanes = await test
      .rows()
      .selectFrom('delivery_lanes as l')
      .innerJoin('deliveries as d', 'd.lane', 'l.lane')
      .select(['l.held_by', 'd.status', 'd.attempts_count'])
      .where('d.receiver_type', '=', 'Webhook')
      .where('d.receiver_id', '=', webhook.id)
      .execute();
    expect(lanes).toEqual([{ held_by: 'another', status: 'pending', attempts_count: 0 }]);
  });

  it('is not tried again before the time that it asks for', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    receiver.reply = (request) =>
      at(request.path).length === 1 ? { status: 503, headers: { 'retry-after': '1' } } : {};

    await reply(account, conversation, { content: 'later' });
    await receiver.until(() => at(webhook.path).length === 2);

    const [first, second] = at(webhook.path) as [Received, Received];
    expect(second.at - first.at).toBeGreaterThanOrEqual(900);
  });

  it('gets the events of a conversation in their order, also when one has to be repeated', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    receiver.reply = (request) => ({ status: at(request.path).length % 3 === 1 ? 500 : 200 });

    for (const content of ['1', '2', '3', '4']) await reply(account, conversation, { content });
    await receiver.until(() => new Set(at(webhook.path).map(({ body }) => body.id)).size === 4);

    const ids = at(webhook.path).map(({ body }) => body.id as number);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect([...new Set(at(webhook.path).map(({ body }) => body.content))]).toEqual(['1', '2', '3', '4']);
  });

  it('does not wait for a slow one', async () => {
    const account = await givenAccount(test);
    const slow = await givenWebhook(receiver, account);
    const fast = await givenWebhook(receiver, account);
    const conversations = await Promise.all([1, 2, 3, 4, 5].map(() => givenConversation(account)));
    const { promise: enough, resolve: answer } = Promise.withResolvers<void>();
    receiver.reply = (request) => (request.path === slow.path ? { after: enough } : {});
    const eventsAt = (path: string) => new Set(at(path).map(({ body }) => body.id)).size;

    for (const conversation of conversations) await reply(account, conversation, { content: 'hurry' });
    await receiver.until(() => eventsAt(fast.path) === 5);
    const meanwhile = eventsAt(slow.path);
    answer();

    expect(meanwhile).toBeLessThan(5);
    await receiver.until(() => eventsAt(slow.path) === 5);
  });

  it('counts a redirect and an answer that comes too late as failures', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    const replies = [
      { status: 302, headers: { location: `${receiver.url}/elsewhere` } },
      { after: new Promise<void>(() => {}) },
    ];
    receiver.reply = (request) => replies[at(request.path).length - 1] ?? {};

    await reply(account, conversation, { content: 'here' });
    await receiver.until(() => at(webhook.path).length === 3);

    const attempts = await eventually(
      () => attemptsOf(webhook.id),
      (rows) => rows.length === 3,
    );
    expect(attempts.map(({ status_code }) => status_code)).toEqual([302, null, 200]);
    expect(attempts[1]?.error).toMatch(/timeout/i);
    expect(at('/elsewhere')).toEqual([]);
  });

  it('is disabled when its deliveries keep failing to the end, and can be enabled again', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversations = await Promise.all([1, 2, 3].map(() => givenConversation(account)));
    receiver.reply = () => ({ status: 500 });

    for (const conversation of conversations) await reply(account, conversation, { content: 'no' });
    const disabled = await eventually(
      () => shown(account, webhook.id),
      (row) => !row.enabled,
    );
    await reply(account, conversations[0], { content: 'nobody hears this' });
    receiver.reply = () => ({});
    await account.call('PATCH', `/webhooks/${webhook.id}`, { enabled: true });
    await reply(account, conversations[0], { content: 'heard again' });

    expect(disabled).toMatchObject({ enabled: false, disabled_at: expect.any(String) });
    expect(disabled.disabled_reason).toContain('500');
    await receiver.until(() => at(webhook.path).some(({ body }) => body.content === 'heard again'));
    expect(at(webhook.path).map(({ body }) => body.content)).not.toContain('nobody hears this');
    expect((await attemptsOf(webhook.id)).length).toBeGreaterThanOrEqual(12);
  });

  it('is disabled at once when the receiver says that it is gone', async () => {
    const account = await givenAccount(test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    receiver.reply = () => ({ status: 410 });

    await reply(account, conversation, { content: 'anybody?' });
    const disabled = await eventually(
      () => shown(account, webhook.id),
      (row) => !row.enabled,
    );

    expect(disabled.disabled_reason).toContain('410');
    expect(at(webhook.path)).toHaveLength(1);
  });
});

describe('the address of an API inbox', () => {
  it('receives the events of its conversations, signed with the inbox secret', async () => {
    const account = await givenAccount(test);
    const path = newPath('inbox');
    const { inbox, conversation } = await givenInboxConversation(account, path);

    await reply(account, conversation, { content: 'out' });
    await receiver.until(() => at(path).some(({ body }) => body.event === 'message_created'));

    const { headers, raw } = at(path).find(({ body }) => body.event === 'message_created')!;
    expectSignatures(headers, raw, inbox.secret);
  });

  it('fails the message when it cannot be reached, until a retry succeeds', async () => {
    const account = await givenAccount(test);
    const path = newPath('inbox');
    const { conversation } = await givenInboxConversation(account, path);
    receiver.reply = (request) => ({
      status: request.path === path && request.body.event === 'message_created' ? 503 : 200,
    });

    const { body: message } = await reply(account, conversation, { content: 'out' });
    const failed = await eventually(
      () => messageOf(account, conversation, message.id),
      (row) => row.status === 'failed',
    );
    receiver.reply = () => ({});
    const sentBefore = at(path).length;
    const { body: retried } = await account.call(
      'POST',
      `/conversations/${conversation.id}/messages/${message.id}/retry`,
    );
    await receiver.until(() =>
      at(path)
        .slice(sentBefore)
        .some(({ body }) => body.event === 'message_created'),
    );
    await receiver.until(
      () => at(path).some(({ body }) => body.event === 'message_updated' && body.message.status === 'failed'),
      'the failure',
    );

    expect(failed.external_error).toContain('503');
    expect(retried).toMatchObject({ status: 'sent', external_error: null });
    const created = at(path).filter(({ body }) => body.event === 'message_created');
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
  });
});

async function givenInboxConversation(account: TestAccount, path: string) {
  const inbox = await givenInbox(account, { type: 'api', webhook_url: `${receiver.url}${path}` });
  const { body: contact } = await account.call('POST', '/contacts', { name: 'Carla' });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  return { inbox, conversation };
}

function attemptsOf(webhookId: number) {
  return test
    .rows()
    .selectFrom('delivery_attempts as a')
    .innerJoin('deliveries as d', 'd.id', 'a.delivery_id')
    .selectAll('a')
    .where('d.receiver_type', '=', 'Webhook')
    .where('d.receiver_id', '=', webhookId)
    .orderBy('a.id')
    .execute();
}

async function shown(account: TestAccount, webhookId: number) {
  const { body } = await account.call('GET', '/webhooks');
  return body.find(({ id }: { id: number }) => id === webhookId);
}

async function messageOf(account: TestAccount, conversation: { id: number }, id: number) {
  const { body } = await account.call('GET', `/conversations/${conversation.id}/messages`);
  return body.payload.find((message: { id: number }) => message.id === id);
}

/** The three signatures, computed here from their descriptions. */
function expectSignatures(headers: Received['headers'], raw: string, secret: string): void {
  const plain = createHmac('sha256', secret).update(raw).digest('hex');
  expect(same(String(headers['x-parley-signature']), plain)).toBe(true);

  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(content).digest('base64')}`);

  const ofChatwoot = createHmac('sha256', secret).update(`${headers['x-chatwoot-timestamp']}.${raw}`).digest('hex');
  expect(headers['x-chatwoot-signature']).toBe(`sha256=${ofChatwoot}`);
  expect(headers['x-chatwoot-delivery']).toBeDefined();
}

function same(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
