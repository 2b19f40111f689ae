import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { MINUTE } from '../../../src/time.ts';
import { type Answer, givenApp, type RequestOptions, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { givenPlace } from '../../support/database.ts';
import { givenPostgresProxy } from '../../support/faults/postgres-proxy.ts';
import { givenSession } from '../../support/identity/session.ts';
import { onlyOn } from '../../support/only.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { givenWebhook } from '../../support/webhooks.ts';

const LONGEST = 20;
const EVENTS = ['conversation_created', 'conversation_status_changed', 'conversation_updated', 'message_created'];

let test: TestApp;
let receiver: Receiver;
let ahead = 0;
const logged: string[] = [];

beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp(
    { 'webhooks.allowed_networks': '127.0.0.0/8', 'log.level': 'warn' },
    { now: () => new Date(Date.now() + ahead), log: { write: (line) => void logged.push(line) } },
  );
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});
afterEach(() => {
  receiver.reply = () => ({});
});

type Conversation = { id: number; status: string };
/** What a program does when it hears of an event. */
type Reaction = (event: Received) => Promise<Answer>;

/** Has programs react to what arrives at their paths: before they answer, or else after. Gives what they were answered. */
function givenPrograms(reactions: Record<string, Reaction>, { first = true } = {}): Answer[] {
  const answers: Answer[] = [];
  receiver.reply = (event) => {
    const react = async () => {
      const answer = await reactions[event.path]?.(event);
      if (answer) answers.push(answer);
    };
    if (first) return { after: react() };
    setTimeout(() => void react(), 20);
    return {};
  };
  return answers;
}

const givenListener = (account: TestAccount, subscriptions = EVENTS) =>
  givenWebhook(receiver, account, 'hook', { subscriptions });

const change = (account: TestAccount, { id }: Conversation, what: string, body: object, options?: RequestOptions) =>
  account.call('POST', `/conversations/${id}/${what}`, body, options);

/** A program that resolves what is open, and opens what is resolved. */
const toggling =
  (account: TestAccount, options?: RequestOptions): Reaction =>
  async ({ body }) => {
    const id = (body.conversation ?? body).display_id ?? body.id;
    const { body: conversation } = await account.call('GET', `/conversations/${id}`);
    const status = conversation.status === 'open' ? 'resolved' : 'open';
    return change(account, conversation, 'toggle_status', { status }, options);
  };

const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

/** Waits until everything is delivered and answered, which a loop never is. */
const quiet = (account: TestAccount, answers: Answer[]) =>
  eventually(
    async () => {
      const pending = await test
        .rows()
        .selectFrom('deliveries')
        .select('id')
        .where('account_id', '=', account.id)
        .where('status', '=', 'pending')
        .execute();
      const before = answers.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { pending: pending.length, more: answers.length - before };
    },
    ({ pending, more }) => pending === 0 && more === 0,
  );

async function automaticChanges({ id }: TestAccount): Promise<number> {
  const events = await test
    .rows()
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', id)
    .where('type', '=', 'conversation_status_changed')
    .where('chain_length', '>', 0)
    .execute();
  return events.length;
}

const shown = async (account: TestAccount, webhookId: number) =>
  (await account.call('GET', '/webhooks')).body.find(({ id }: { id: number }) => id === webhookId);

const warnings = ({ id }: TestAccount) =>
  logged.map((line) => JSON.parse(line)).filter((line) => line.account_id === id && line.msg.includes('own changes'));

describe('a webhook that changes the conversation on each of its events', () => {
  it.each([{ first: true }, { first: false }])('is stopped after 20 changes, shown and logged (%j)', async (order) => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account);
    const untouched = await shown(account, webhook.id);
    const answers = givenPrograms({ [webhook.path]: toggling(account) }, order);

    const conversation = await givenConversation(account);
    await eventually(
      () => shown(account, webhook.id),
      ({ loop_stopped_at: at }) => at !== null,
    );
    await quiet(account, answers);

    expect(untouched).toMatchObject({ loop_stopped_at: null, loop_conversation_id: null });
    expect(await automaticChanges(account)).toBe(LONGEST);
    expect(answers.length).toBe(count(answers, 200) + count(answers, 429));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      error: 'Too many requests',
      message: expect.stringContaining(`conversation ${conversation.id} in answer to its own changes`),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await shown(account, webhook.id)).toMatchObject({
      enabled: true,
      loop_stopped_at: expect.stringMatching(/^\d{4}-.*Z$/),
      loop_conversation_id: conversation.id,
    });
    expect(warnings(account)).toEqual([
      expect.objectContaining({
        level: 'warn',
        conversation_id: conversation.id,
        receiver: `Webhook ${webhook.id}`,
      }),
    ]);
  });

  it('learns how many automatic changes led to each event', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account, ['conversation_created', 'conversation_status_changed']);
    const answers = givenPrograms({ [webhook.path]: toggling(account) });

    await givenConversation(account);
    await receiver.until(() => count(answers, 429) > 0);

    const chains = receiver.received
      .filter(({ path }) => path === webhook.path)
      .map(({ headers }) => Number(headers['x-parley-chain']));
    expect(chains).toEqual(Array.from({ length: LONGEST + 1 }, (_, index) => index));
  });

  it.each<[string, boolean]>([
    ['before it answers', true],
    ['after it has answered', false],
  ])('learns the same of what it does %s what is sent to it again', async (_, first) => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account, ['conversation_created', 'conversation_status_changed']);
    const conversation = await givenConversation(account);
    const [delivery] = await eventually(
      async () => (await account.call('GET', `/webhooks/${webhook.id}/deliveries`)).body.payload,
      ([newest]) => newest?.status === 'delivered',
    );
    // The first time is long past then.
    ahead += MINUTE;
    const resolve = () => change(account, conversation, 'toggle_status', { status: 'resolved' });
    const isFirst = ({ body }: Received) => body.event === 'conversation_created';
    givenPrograms(
      { [webhook.path]: async (event) => (isFirst(event) ? resolve() : account.call('GET', '/labels')) },
      { first },
    );

    await account.call('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`);

    const ofStatus = ({ path, body }: Received) =>
      path === webhook.path && body.event === 'conversation_status_changed';
    await receiver.until(() => receiver.received.some(ofStatus));
    expect(receiver.received.find(ofStatus)?.headers['x-parley-chain']).toBe('1');
  });

  it('stops others too: messages and other conversations go on, and after a minute it may try again', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account);
    const answers = givenPrograms({ [webhook.path]: toggling(account) });
    const conversation = await givenConversation(account);
    await receiver.until(() => count(answers, 429) > 0);
    await quiet(account, answers);
    receiver.reply = () => ({});
    const other = await givenConversation(account);

    const again = await change(account, conversation, 'toggle_priority', { priority: 'high' });
    const message = await change(account, conversation, 'messages', { content: 'Hello', message_type: 'outgoing' });
    const elsewhere = await change(account, other, 'toggle_priority', { priority: 'high' });
    const byPerson = await change(
      account,
      conversation,
      'labels',
      { labels: ['a'] },
      await givenSession(test, account.administrator),
    );
    const afterPerson = await change(account, conversation, 'labels', { labels: ['b'] });

    expect(again.status).toBe(429);
    expect([message, elsewhere, byPerson, afterPerson].map(({ status }) => status)).toEqual([201, 200, 200, 200]);

    await quiet(account, answers);
    const renewed = givenPrograms({ [webhook.path]: toggling(account) });
    await change(account, other, 'toggle_status', { status: 'resolved' });
    await receiver.until(() => count(renewed, 429) > 0);
    await quiet(account, renewed);
    receiver.reply = () => ({});
    const early = await change(account, other, 'toggle_priority', { priority: 'low' });
    ahead += MINUTE;
    const late = await change(account, other, 'toggle_priority', { priority: 'low' });

    expect([early.status, late.status]).toEqual([429, 200]);
    expect(await shown(account, webhook.id)).toMatchObject({ loop_conversation_id: other.id });
  });

  it('stays stopped where a program says that the contact wrote, until the contact does or a minute is over', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account);
    const answers = givenPrograms({ [webhook.path]: toggling(account) });
    const conversation = await givenConversation(account);
    await receiver.until(() => count(answers, 429) > 0);
    await quiet(account, answers);
    receiver.reply = () => ({});
    const told = { content: 'Hello?', message_type: 'incoming' };

    const message = await change(account, conversation, 'messages', told);
    const early = await change(account, conversation, 'toggle_priority', { priority: 'high' });
    ahead += MINUTE;
    const late = await change(account, conversation, 'toggle_priority', { priority: 'high' });

    expect([message, early, late].map(({ status }) => status)).toEqual([201, 429, 200]);
  });

  it('starts again when a person has changed the conversation', async () => {
    const account = await givenAccount(test);
    const session = await givenSession(test, account.administrator);
    const webhook = await givenListener(account, ['conversation_created', 'conversation_status_changed']);
    const toggle = toggling(account);
    const answers = givenPrograms({
      [webhook.path]: async (event) => (answers.length < 15 ? toggle(event) : account.call('GET', '/labels')),
    });
    const conversation = await givenConversation(account);
    await receiver.until(() => answers.length > 15);
    await quiet(account, answers);
    const more = givenPrograms({ [webhook.path]: toggle });

    await change(account, conversation, 'toggle_status', { status: 'snoozed', snoozed_until: 4e9 }, session);
    await receiver.until(() => count(more, 429) > 0);
    await quiet(account, more);

    expect(count(more, 200)).toBe(LONGEST);
  });

  it('is stopped as well when it writes messages besides', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account, EVENTS);
    const toggle = toggling(account);
    const changes: Answer[] = [];
    const messages = givenPrograms({
      [webhook.path]: async (event) => {
        changes.push(await toggle(event));
        const note = { content: 'Toggled', message_type: 'outgoing', private: true };
        return change(account, event.body.conversation ?? event.body, 'messages', note);
      },
    });

    await givenConversation(account);
    await receiver.until(() => count(changes, 429) > 0);
    receiver.reply = () => ({});
    await quiet(account, messages);

    expect(count(changes, 200)).toBe(LONGEST);
    expect(count(messages, 201)).toBe(messages.length);
  });
});

describe('two webhooks that undo what the other does', () => {
  it('are stopped after 20 changes, however the requests are made', async () => {
    const account = await givenAccount(test);
    const [up, down] = [await givenListener(account), await givenListener(account)];
    const set =
      (priority: string): Reaction =>
      ({ body }) =>
        change(
          account,
          body.conversation ?? body,
          'toggle_priority',
          { priority },
          {
            headers: { 'idempotency-key': randomUUID() },
          },
        );
    const answers = givenPrograms({ [up.path]: set('high'), [down.path]: set('low') });

    const conversation = await givenConversation(account);
    await receiver.until(() => count(answers, 429) > 0);
    await quiet(account, answers);

    const rows = [await shown(account, up.id), await shown(account, down.id)];
    expect(rows.map(({ loop_conversation_id: id }) => id)).toContain(conversation.id);
    expect(warnings(account)).toHaveLength(1);
    const { chain_length: length } = await test
      .rows()
      .selectFrom('conversations')
      .select('chain_length')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(length).toBe(LONGEST + 1);
  });
});

describe('a bot that changes the conversation on each of its events', () => {
  it('is stopped after 20 changes, and shown', async () => {
    const account = await givenAccount(test);
    const path = `/${randomUUID()}`;
    const inbox = await givenInbox(account);
    // What the system says while the bot is at it is no new beginning.
    await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
    const contact = await givenContact(account);
    const { body: bot } = await account.call('POST', '/agent_bots', {
      name: 'Bo',
      outgoing_url: `${receiver.url}${path}`,
    });
    await account.call('POST', `/inboxes/${inbox.id}/set_agent_bot`, { agent_bot: bot.id });
    const answers = givenPrograms({ [path]: toggling(account, { token: bot.access_token }) });
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });

    await change(account, conversation, 'messages', { content: 'Anybody?', message_type: 'incoming' });
    await receiver.until(() => count(answers, 429) > 0);
    await quiet(account, answers);

    expect(count(answers, 200)).toBe(LONGEST);
    const { body: bots } = await account.call('GET', '/agent_bots');
    expect(bots).toEqual([expect.objectContaining({ id: bot.id, loop_conversation_id: conversation.id })]);
    expect(warnings(account)).toEqual([expect.objectContaining({ receiver: `AgentBot ${bot.id}` })]);
  });
});

describe('programs that do not answer themselves', () => {
  it('label 25 messages of a customer one by one', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account);
    const conversation = await givenConversation(account);
    const answers = givenPrograms({
      [webhook.path]: async ({ body }) =>
        body.event === 'message_created' && body.message_type === 'incoming'
          ? change(account, conversation, 'labels', { labels: [body.content] })
          : account.call('GET', '/labels'),
    });

    for (let number = 1; number <= 25; number += 1) {
      await change(account, conversation, 'messages', { content: `label ${number}`, message_type: 'incoming' });
      await eventually(
        () => account.call('GET', `/conversations/${conversation.id}/labels`),
        ({ body }) => body.payload[0] === `label ${number}`,
      );
    }

    expect(count(answers, 200)).toBe(answers.length);
  });

  it('catch up with 25 messages, naming the delivery that they answer', async () => {
    const account = await givenAccount(test);
    const webhook = await givenListener(account);
    const conversation = await givenConversation(account);
    const at = () => receiver.received.filter(({ path, body }) => path === webhook.path && body.content);
    for (let number = 1; number <= 25; number += 1) {
      await change(account, conversation, 'messages', { content: `label ${number}`, message_type: 'incoming' });
    }
    await receiver.until(() => at().length === 25);

    const statuses: number[] = [];
    for (const { body, headers } of at()) {
      const named = { 'x-parley-delivery': String(headers['x-parley-delivery']) };
      const answer = await change(account, conversation, 'labels', { labels: [body.content] }, { headers: named });
      statuses.push(answer.status);
    }

    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('change one conversation 25 times without a webhook, and 25 conversations with one', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const statuses: number[] = [];
    const label = async (on: Conversation, number: number) =>
      statuses.push((await change(account, on, 'labels', { labels: [`label ${number}`] })).status);

    for (let number = 1; number <= 25; number += 1) await label(conversation, number);
    await givenListener(account);
    for (let number = 1; number <= 25; number += 1) await label(await givenConversation(account), number);

    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

onlyOn('postgresql', describe)('a stopped change', () => {
  it('is refused as one also where that cannot be noted', async () => {
    const place = await givenPlace();
    const proxy = await givenPostgresProxy(place.databaseUrl);
    const lines: string[] = [];
    const cut = await givenApp(
      { 'log.level': 'warn' },
      { jobs: false, log: { write: (line) => void lines.push(line) }, place: { ...place, databaseUrl: proxy.url } },
    );
    const account = await givenAccount(cut);
    const conversation = await givenConversation(account);
    const chain = { chain_length: LONGEST + 1, chain_began_at: new Date() };
    await cut.rows().updateTable('conversations').set(chain).execute();

    proxy.cut(/update "conversations" set "chain_length"/, 1, false);
    const { status } = await change(account, conversation, 'toggle_status', { status: 'resolved' });
    await cut.stop();
    await proxy.stop();
    await place.remove();

    expect([status, proxy.left()]).toEqual([429, 0]);
    expect(lines.join()).toContain('cannot note a stopped loop');
  });
});
