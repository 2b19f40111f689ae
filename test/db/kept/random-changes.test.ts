import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteContactSeen } from '../../support/note-contact-seen.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { withoutKept } from '../../support/database/without-kept.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenConversation,
  givenFile,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { randomFrom } from '../../../bin/seed/random.ts';

const SEED = Number(process.env['PARLEY_TEST_KEPT_SEED'] ?? Date.now() % 1_000_000);
const STEPS = Number(process.env['PARLEY_TEST_KEPT_STEPS'] ?? 80);
const MINUTE = 60_000;

let now = Date.now();
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false, now: () => new Date(now) });
});
afterAll(() => test.stop());

// With the seed in the title, PARLEY_TEST_KEPT_SEED makes the same changes again.
it(`shows in lists what ${STEPS} random changes have left, as if nothing were kept (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const account = await givenAccount(test);
  const changes = await changesOf(account);
  const lists = await listsOf(account);
  // The second answer is made of the texts that the first left, and is kept whole.
  const keep = async () => {
    for (const list of [...lists, ...lists]) await list();
  };

  for (let step = 1; step <= STEPS; step += 1) {
    if (random.next() < 0.3) await keep();
    const name = random.pick(Object.keys(changes));
    // Some are refused, depending on those before.
    await changes[name]?.(random);
    now += random.pick([0, 1, 1000, MINUTE, 2 * MINUTE, 24 * 60 * MINUTE]);
    for (const list of random.shuffled(lists).slice(0, 4)) {
      const kept = await list();
      const anew = await withoutKept(test, list);
      expect([step, name, kept]).toEqual([step, name, anew]);
    }
  }
});

it(`shows in lists what changes have left that were made while they were read (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const account = await givenAccount(test);
  const changes = Object.values(await changesOf(account));
  const lists = await listsOf(account);

  for (let round = 1; round <= STEPS / 4; round += 1) {
    const some = random.shuffled(lists).slice(0, 6);
    await Promise.all([...some, ...random.shuffled(changes).slice(0, 6), ...some].map((work) => work(random)));
    for (const list of some) {
      const kept = await list();
      expect([round, kept]).toEqual([round, await withoutKept(test, list)]);
    }
  }
});

type Random = ReturnType<typeof randomFrom>;
type Change = (random: Random) => unknown;

const CONVERSATIONS = [1, 2, 3, 4];

/** The lists as an administrator, a member of the team and another agent see them. */
async function listsOf(account: TestAccount): Promise<(() => Promise<string>)[]> {
  const tokens = [account.administrator.token];
  for (const name of ['Gus Agent', 'Mia Member']) tokens.push((await givenAgent(test, account, name)).token);
  const paths = [
    ...['', '?status=all', '?assignee_type=me', '?sort_by=priority_desc'].map((query) => `/conversations${query}`),
    ...['', '?include_contact_inboxes=false', '?sort=-last_activity_at'].map((query) => `/contacts${query}`),
    ...CONVERSATIONS.flatMap((id) => [`/conversations/${id}`, `/conversations/${id}/messages`]),
    ...['search?q=wo', 'search?q=word+4', '?status=all&labels[]=vip'].map((query) => `/conversations/${query}`),
    ...['search?q=wor', '?labels[]=vip'].map((query) => `/contacts/${query}`),
  ];
  const reads = tokens.flatMap((token) => paths.map((path) => () => account.call('GET', path, undefined, { token })));
  const filters = tokens.flatMap((token) =>
    FILTERS.map(
      ([path, key, operator, value]) =>
        () =>
          account.call(
            'POST',
            `/${path}/filter`,
            { payload: [{ attribute_key: key, filter_operator: operator, values: [value] }] },
            { token },
          ),
    ),
  );
  return [...reads, ...filters].map((read) => async () => {
    const { status, text } = await read();
    return `${status} ${text}`;
  });
}

const FILTERS = [
  ['conversations', 'status', 'equal_to', 'open'],
  ['conversations', 'labels', 'equal_to', 'vip'],
  ['conversations', 'referer', 'contains', 'shop'],
  ['conversations', 'priority', 'not_equal_to', 'low'],
  ['contacts', 'name', 'contains', '4'],
  ['contacts', 'blocked', 'equal_to', true],
] as const;

/** Changes of what the lists show, by their names. */
async function changesOf(account: TestAccount): Promise<Record<string, Change>> {
  const inboxes = [await givenInbox(account), await givenInbox(account, { type: 'api' }, 'Sales')];
  const agent = await givenAgent(test, account, 'Ann Agent');
  const team = await givenTeam(account, [agent, account.administrator]);
  const bot = await givenBot(test, account, inboxes[0].id);
  const contacts = [await givenContact(account), await givenContact(account, { name: 'Dora' })];
  for (const id of CONVERSATIONS) {
    await givenConversation(account, { inbox_id: inboxes[id % 2].id, contact_id: contacts[id % 2].id });
  }
  const post = (below: string, bodyOf: Change) => (random: Random) =>
    account.call('POST', `/conversations/${random.pick(CONVERSATIONS)}${below}`, bodyOf(random));
  const word = (random: Random) => `word ${Math.floor(random.next() * 1000)}`;

  return {
    message: post('/messages', (random) => ({
      content: word(random),
      message_type: random.pick(['incoming', 'outgoing']),
      private: random.pick([true, false]),
    })),
    reply: (random) =>
      account.call(
        'POST',
        `/conversations/${random.pick(CONVERSATIONS)}/messages`,
        { content: word(random) },
        { token: random.pick([agent.token, bot.token]) },
      ),
    file: (random) => givenFile(account, random.pick(CONVERSATIONS)),
    status: post('/toggle_status', (random) => ({ status: random.pick(['open', 'resolved', 'pending']) })),
    priority: post('/toggle_priority', (random) => ({ priority: random.pick(['low', 'urgent', null]) })),
    assignee: post('/assignments', (random) => ({ assignee_id: random.pick([agent.id, null]) })),
    bot: post('/assignments', () => ({ assignee_id: bot.id, assignee_type: 'AgentBot' })),
    team: post('/assignments', (random) => ({ team_id: random.pick([team.id, null]) })),
    labels: post('/labels', (random) => ({ labels: random.pick([[], ['vip'], ['vip', 'lead']]) })),
    attributes: post('/custom_attributes', (random) => ({ custom_attributes: { word: word(random) } })),
    seen: post('/update_last_seen', () => ({})),
    mute: post('/mute', () => ({})),
    'create a conversation': (random) =>
      account.call('POST', '/conversations', {
        inbox_id: random.pick(inboxes).id,
        contact_id: random.pick(contacts).id,
        message: { content: word(random) },
      }),
    'change a contact': (random) =>
      account.call('PATCH', `/contacts/${random.pick(contacts).id}`, {
        name: word(random),
        blocked: random.next() < 0.5,
      }),
    'create a contact': (random) =>
      account.call('POST', '/contacts', { name: word(random), inbox_id: random.pick(inboxes).id }),
    'see a contact': (random) =>
      noteContactSeen(test.app.tx(), { id: random.pick(contacts).id, accountId: account.id }, new Date(now)),
    'rename an inbox': (random) => account.call('PATCH', `/inboxes/${random.pick(inboxes).id}`, { name: word(random) }),
    'rename a team': (random) => account.call('PATCH', `/teams/${team.id}`, { name: word(random) }),
    'leave a team': () => account.call('DELETE', `/teams/${team.id}/team_members`, { user_ids: [agent.id] }),
    'join a team': () => account.call('POST', `/teams/${team.id}/team_members`, { user_ids: [agent.id] }),
    'rename an agent': (random) => account.call('PATCH', `/agents/${agent.id}`, { name: word(random) }),
    'change a role': (random) =>
      account.call('PATCH', `/agents/${agent.id}`, { role: random.pick(['agent', 'administrator']) }),
    'be at work': () => account.call('POST', '/update_active_at', undefined, { token: agent.token }),
    'rename a bot': (random) => account.call('PATCH', `/agent_bots/${bot.id}`, { name: word(random) }),
    'take a change back': (random) =>
      test.app
        .tx()
        .transactional(async (tx) => {
          await tx.db
            .updateTable('contacts')
            .set({ name: word(random) })
            .where('account_id', '=', account.id)
            .execute();
          throw new Error('taken back');
        })
        .catch(() => {}),
  };
}
