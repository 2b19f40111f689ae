import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, givenApp, type RequestOptions, type TestApp } from '../../support/app.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { givenSession } from '../../support/identity/session.ts';
import { type Random, randomFrom } from '../../../bin/seed/random.ts';
import { givenReceiver, type Received, type Receiver } from '../../support/servers/receiver.ts';
import { givenWebhook, newPath } from '../../support/webhooks.ts';
import { type GivenAction, givenRule } from './given-rule.ts';

const SEED = Number(process.env['PARLEY_TEST_STORM_SEED'] ?? 1);
const STORMS = Number(process.env['PARLEY_TEST_STORMS'] ?? 2);
/** How often a person does something meanwhile. */
const TIMES = 3;
const MOST_MESSAGES = 12;
/** A storm that has no end lasts longer. */
const LONGEST_MS = 90_000;
const HEARD = ['conversation_status_changed', 'conversation_updated', 'message_created', 'message_updated'];
const RULE_EVENTS = [
  'message_created',
  'conversation_updated',
  'conversation_opened',
  'conversation_resolved',
  'conversation_created',
];

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

type Storm = Awaited<ReturnType<typeof givenStorm>>;

/** A conversation of which rules, a bot, webhooks and the inbox's address are told: all of them react with anything that they can do. */
async function givenStorm(random: Random) {
  const account = await givenAccount(test);
  const agent = await givenAgent(test, account);
  const team = await givenTeam(account, [agent]);
  for (const title of ['one', 'two']) await account.call('POST', '/labels', { title });
  const paths = ['rule', 'macro', 'bot', 'inbox'].map(newPath) as [string, string, string, string];
  const [ofRule, ofMacro, ofBot, ofInbox] = paths;
  const inbox = await givenInbox(account, { type: 'api', webhook_url: `${receiver.url}${ofInbox}` });
  const bot = await givenBot(test, account, inbox.id);
  await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: `${receiver.url}${ofBot}` });
  const webhook = await givenWebhook(receiver, account, 'hook', { subscriptions: HEARD });
  const conversation = await givenConversation(account, { inbox_id: inbox.id });

  const anything = (): GivenAction =>
    random.pick<GivenAction>([
      ['change_status', random.pick(['open', 'resolved', 'pending'])],
      ['change_priority', random.pick(['low', 'high', 'nil'])],
      ['add_label', random.pick(['one', 'two'])],
      ['remove_label', random.pick(['one', 'two'])],
      ['assign_agent', random.pick<unknown>([agent.id, 'nil', 'last_responding_agent'])],
      ['assign_team', random.pick<unknown>([team.id, null])],
      ['send_message', 'A rule says this'],
      ['add_private_note', 'A rule notes this'],
    ]);
  const posting = (path: string): GivenAction => ['send_webhook_event', `${receiver.url}${path}`];
  for (const event of RULE_EVENTS) await givenRule(account, event, [], anything(), posting(ofRule), anything());
  const actions = [anything(), posting(ofMacro), anything()];
  const { body: macro } = await account.call('POST', '/macros', {
    name: 'Storm',
    visibility: 'global',
    actions: actions.map(([name, ...params]) => ({ action_name: name, action_params: params })),
  });
  const listeners = new Set([...paths, webhook.path]);
  return { account, agent, team, bot, conversation, macroId: macro.payload.id as number, listeners };
}

/** What programs were answered, and the texts of the messages that were accepted. */
type Log = { answers: Answer[]; said: string[] };

/** Has everything that is told of the conversation react: before it answers, or after that. */
function react(storm: Storm, random: Random, log: Log): void {
  receiver.reply = (event) => {
    if (!storm.listeners.has(event.path)) return {};
    const reacted = (async () => {
      log.answers.push(await doAnything(storm, random, event, log));
    })();
    return random.next() < 0.5 ? { after: reacted } : {};
  };
}

async function doAnything(storm: Storm, random: Random, { headers }: Received, log: Log): Promise<Answer> {
  const { account, agent, bot, team, conversation, macroId } = storm;
  const token = random.pick([account.administrator.token, agent.token, bot.token]);
  const told = headers['x-parley-delivery'];
  const named: Record<string, string> | undefined =
    typeof told === 'string' && random.next() < 0.3 ? { 'X-Parley-Delivery': told } : undefined;
  const post = (path: string, body: object, by = token) =>
    account.call('POST', pathOf(conversation, path), body, { token: by, headers: named });
  const say = async (message_type: string, isPrivate: boolean) => {
    const content = `said ${log.said.length} ${random.next()}`;
    const answer = await post('/messages', { content, message_type, private: isPrivate });
    if (answer.status <= 201) log.said.push(content);
    return answer;
  };
  return random.pick([
    () => post('/toggle_status', { status: random.pick(['open', 'resolved', 'pending']) }),
    () => post('/toggle_status', { status: random.pick(['open', 'resolved', 'pending']) }),
    () => post('/labels', { labels: random.pick([[], ['one'], ['two'], ['one', 'two']]) }, agent.token),
    () => post('/assignments', { assignee_id: random.pick([agent.id, null]) }, agent.token),
    () => post('/assignments', { team_id: random.pick([team.id, null]) }, agent.token),
    () => post('/toggle_priority', { priority: random.pick(['low', 'urgent', null]) }, agent.token),
    () => post('/custom_attributes', { custom_attributes: { number: random.next() } }, agent.token),
    () => say('outgoing', random.next() < 0.3),
    () => say('incoming', false),
    () =>
      account.call(
        'POST',
        `/macros/${macroId}/execute`,
        { conversation_ids: [conversation.id] },
        { token: agent.token, headers: named },
      ),
  ])();
}

/** What a person does in a browser meanwhile. Gives the answers. */
async function workMeanwhile({ account, conversation }: Storm, session: RequestOptions, log: Log): Promise<Answer[]> {
  const answers: Answer[] = [];
  const post = async (path: string, body: object) => {
    answers.push(await account.call('POST', pathOf(conversation, path), body, session));
  };
  for (let time = 0; time < TIMES; time += 1) {
    await sleep(250);
    const content = `A person says this ${time}`;
    await post('/messages', { content, message_type: 'outgoing' });
    log.said.push(content);
    await post('/toggle_status', { status: time % 2 === 0 ? 'open' : 'resolved' });
    await post('/labels', { labels: [`label ${time}`] });
    await post('/assignments', { assignee_id: time % 2 === 0 ? account.administrator.id : null });
  }
  return answers;
}

/** Waits until nothing is due any more and nothing is answered. */
function quiet({ account: { id } }: Storm, { answers }: Log) {
  const rows = test.rows();
  const jobs = rows.selectFrom('jobs').select(['kind', 'last_error', 'due_at']).where('account_id', '=', id);
  const deliveries = rows.selectFrom('deliveries').select(['lane', 'receiver_type']).where('account_id', '=', id);
  return eventually(
    async () => {
      const before = answers.length;
      await sleep(300);
      return {
        // Mails about notifications wait until they have not been read.
        jobs: await jobs.where('status', '=', 'pending').where('kind', '!=', 'notification_mail').execute(),
        deliveries: await deliveries.where('status', '=', 'pending').execute(),
        answers: answers.slice(before).map(({ text }) => text),
      };
    },
    (left) => Object.values(left).flat().length === 0,
    LONGEST_MS,
  );
}

/** Jobs and deliveries that were given up, and events without a delivery to the webhook. */
async function lost({ id }: TestAccount): Promise<unknown[]> {
  const rows = test.rows();
  const jobs = rows.selectFrom('jobs').select(['kind', 'last_error']).where('account_id', '=', id);
  const deliveries = rows.selectFrom('deliveries').select(['id', 'status']).where('account_id', '=', id);
  const events = rows
    .selectFrom('events as e')
    .select((eb) => [
      'e.id',
      'e.type',
      eb
        .selectFrom('deliveries as d')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .whereRef('d.event_id', '=', 'e.id')
        .where('d.receiver_type', '=', 'Webhook')
        .as('count'),
    ])
    .where('e.account_id', '=', id)
    .where('e.type', 'in', HEARD as 'message_created'[])
    .where('e.id', '>', 0);
  return [
    ...(await jobs.where('status', '=', 'dead').execute()),
    ...(await deliveries.where('status', '!=', 'delivered').execute()),
    ...(await events.execute()).filter(({ count }) => Number(count) !== 1),
  ];
}

describe('rules, a macro, a bot, webhooks and an address that all react to each other with anything', () => {
  it.each(Array.from({ length: STORMS }, (_, place) => SEED + place))(
    'end by themselves, lose nothing, and leave the conversation to people (seed %s)',
    async (seed) => {
      const random = randomFrom(seed);
      const storm = await givenStorm(random);
      const session = await givenSession(test, storm.account.administrator);
      const log: Log = { answers: [], said: [] };
      react(storm, random, log);

      await reply(storm.account, storm.conversation);
      const byPerson = await workMeanwhile(storm, session, log);
      await quiet(storm, log);

      receiver.reply = () => ({});
      expect(byPerson.filter(({ status }) => status > 201).map(({ text }) => text)).toEqual([]);
      expect(log.answers.length).toBeGreaterThan(MOST_MESSAGES);
      expect(log.answers.filter(({ status }) => ![200, 201, 422, 429].includes(status))).toEqual([]);
      const written = test.rows().selectFrom('messages').select('content').where('account_id', '=', storm.account.id);
      const contents = (await written.execute()).map(({ content }) => content);
      expect(log.said.filter((content) => contents.filter((each) => each === content).length !== 1)).toEqual([]);
      expect(await lost(storm.account)).toEqual([]);
    },
    LONGEST_MS + 60_000,
  );
});
