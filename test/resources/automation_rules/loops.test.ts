import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenBot, givenConversation, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { givenWebhook, newPath, receivedAt } from '../../support/webhooks.ts';
import { type GivenAction, givenRule } from './given-rule.ts';

const LONGEST = 20;
const MOST_MESSAGES = 30;

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'limits.messages_per_minute': String(MOST_MESSAGES),
  });
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});
afterEach(() => {
  receiver.reply = () => ({});
});

type Reaction = (event: Received) => Promise<Answer>;

/** Has programs react to what arrives at their paths, and gives what they were answered. */
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

/** A program that resolves what is open, and opens what is resolved. */
const toggling =
  (account: TestAccount, conversation: { id: number }, token?: string): Reaction =>
  async () => {
    const { body } = await account.call('GET', pathOf(conversation));
    return toggle(account, conversation, body.status === 'open' ? 'resolved' : 'open', {}, token);
  };

async function givenMacro(account: TestAccount, ...actions: GivenAction[]): Promise<number> {
  const { status, body, text } = await account.call('POST', '/macros', {
    name: 'Test',
    visibility: 'global',
    actions: actions.map(([name, ...params]) => ({ action_name: name, action_params: params })),
  });
  if (status !== 201) throw new Error(text);
  return body.payload.id;
}

/** Waits until nothing is due any more and nothing is answered, which a loop never comes to. */
const quiet = (account: TestAccount, answers: Answer[]) =>
  eventually(
    async () => {
      const before = answers.length;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const pending = [];
      for (const table of ['jobs', 'deliveries'] as const) {
        const rows = test.rows().selectFrom(table).select('id').where('account_id', '=', account.id);
        pending.push(...(await rows.where('status', '=', 'pending').execute()));
      }
      return pending.length + answers.length - before;
    },
    (left) => left === 0,
    60_000,
  );

const count = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

describe('a program that answers what a rule posts', () => {
  it.each([{ first: true }, { first: false }])('is stopped after 20 changes (%j)', async (order) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const path = newPath('rule');
    await givenRule(account, 'conversation_updated', [], ['send_webhook_event', `${receiver.url}${path}`]);
    const answers = givenPrograms({ [path]: toggling(account, conversation) }, order);

    await toggle(account, conversation, 'resolved');
    await eventually(
      async () => count(answers, 429),
      (refused) => refused > 0,
    );
    await quiet(account, answers);

    expect(count(answers, 200)).toBe(LONGEST);
    const chains = receivedAt(receiver, path);
    expect(chains.map(({ headers }) => Number(headers['x-parley-chain'])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: LONGEST + 1 }, (_, index) => index),
    );
  });

  it('goes on to answer what contacts write', async () => {
    const account = await givenAccount(test);
    const path = newPath('rule');
    await givenRule(account, 'message_created', [], ['send_webhook_event', `${receiver.url}${path}`]);
    const conversation = await givenConversation(account);
    const answers = givenPrograms({
      [path]: ({ body }) =>
        account.call('POST', pathOf(conversation, '/labels'), { labels: [`label ${body.messages?.length ?? 0}`] }),
    });

    for (let number = 1; number <= LONGEST + 5; number += 1) await ask(account, conversation);
    await quiet(account, answers);

    expect(count(answers, 200)).toBe(LONGEST + 5);
  });
});

describe('a program that executes a macro in answer to what the macro posts', () => {
  it('is stopped after 20 changes', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const path = newPath('macro');
    const macro = await givenMacro(account, ['send_webhook_event', `${receiver.url}${path}`]);
    const execute = () => account.call('POST', `/macros/${macro}/execute`, { conversation_ids: [conversation.id] });
    const answers = givenPrograms({ [path]: execute });

    await execute();
    await eventually(
      () => receivedAt(receiver, path).length,
      (posted) => posted > LONGEST,
    );
    await quiet(account, answers);

    expect(receivedAt(receiver, path)).toHaveLength(LONGEST + 1);
    const [last] = (await account.call('GET', '/bulk_actions')).body.payload;
    expect(last.errors).toMatchObject([{ action: 'send_webhook_event', error: 'Too many requests' }]);
  });
});

describe('a program that executes a macro in answer to what a webhook tells it', () => {
  it('is stopped after 20 changes, and its webhook shows it', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const webhook = await givenWebhook(receiver, account, 'hook', { subscriptions: ['conversation_updated'] });
    const macros = [await givenMacro(account, ['add_label', 'x']), await givenMacro(account, ['remove_label', 'x'])];
    let executed = 0;
    const execute: Reaction = () =>
      account.call('POST', `/macros/${macros[executed++ % 2]}/execute`, { conversation_ids: [conversation.id] });
    const answers = givenPrograms({ [webhook.path]: execute });

    await account.call('POST', pathOf(conversation, '/labels'), { labels: ['y'] });
    const [stopped] = await eventually(
      async () => (await account.call('GET', '/webhooks')).body,
      ([first]) => first.loop_stopped_at !== null,
    );
    await quiet(account, answers);

    expect(stopped.loop_conversation_id).toBe(conversation.id);
    expect(executed).toBe(LONGEST + 1);
    const again = await account.call('POST', pathOf(conversation, '/labels'), { labels: ['z'] });
    expect([again.status, again.body.error]).toEqual([429, 'Too many requests']);
  });
});

describe('a rule, a macro, a bot and a webhook that all answer each other', () => {
  it.each([{ first: true }, { first: false }])(
    'end by themselves (%j)',
    async (order) => {
      const account = await givenAccount(test);
      const inbox = await givenInbox(account);
      const bot = await givenBot(test, account, inbox.id);
      const conversation = await givenConversation(account, { inbox_id: inbox.id });
      const [ofRule, ofMacro, ofBot] = [newPath('rule'), newPath('macro'), newPath('bot')];
      await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: `${receiver.url}${ofBot}` });
      const webhook = await givenWebhook(receiver, account, 'hook', {
        subscriptions: ['conversation_status_changed', 'conversation_updated', 'message_created'],
      });
      const macro = await givenMacro(
        account,
        ['pending_conversation'],
        ['send_webhook_event', `${receiver.url}${ofMacro}`],
      );
      const posts: GivenAction = ['send_webhook_event', `${receiver.url}${ofRule}`];
      await givenRule(account, 'conversation_updated', [], ['change_priority', 'high'], posts);
      await givenRule(account, 'conversation_resolved', [], ['open_conversation'], ['change_priority', 'nil'], posts);
      await givenRule(account, 'conversation_opened', [], ['resolve_conversation'], posts);
      await givenRule(account, 'message_created', [], ['send_message', 'Hello!'], ['change_priority', 'low'], posts);
      const toggles = toggling(account, conversation);
      const executes: Reaction = () =>
        account.call('POST', `/macros/${macro}/execute`, { conversation_ids: [conversation.id] });
      const says =
        (token?: string): Reaction =>
        () =>
          account.call(
            'POST',
            pathOf(conversation, '/messages'),
            { content: 'Hello!', message_type: 'outgoing' },
            token ? { token } : {},
          );
      const answers = givenPrograms(
        {
          [ofRule]: toggles,
          [ofMacro]: executes,
          [ofBot]: says(bot.token),
          [webhook.path]: ({ body }) =>
            body.event === 'message_created' ? toggles({ body } as Received) : executes({ body } as Received),
        },
        order,
      );

      await reply(account, conversation);
      await quiet(account, answers);

      expect(answers.length).toBeGreaterThan(LONGEST);
      expect(count(answers, 429)).toBeGreaterThan(0);
    },
    120_000,
  );
});
