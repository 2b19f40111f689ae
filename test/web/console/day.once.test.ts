import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomFrom } from '../../../bin/seed/random.ts';
import { eventually } from '../../support/eventually.ts';
import { givenTeam, type TestAccount } from '../../support/factories.ts';
import { type Agent, openAgent, WORKING } from '../pages/day/agent.ts';
import { type Customer, CUSTOMERS, type Customers } from '../pages/day/customers.ts';
import { type Outside, startOutside } from '../pages/day/outside.ts';
import {
  after,
  AGENTS,
  BEGUN,
  type Expected,
  type Kind,
  KINDS,
  LABELS,
  marksIn,
  planDay,
  type Story,
  TEAMS,
} from '../pages/day/plan.ts';
import {
  conversationOf,
  conversationsIn,
  messagesIn,
  type StoredConversation,
  type StoredMessage,
} from '../pages/day/stored.ts';
import { givenSigner } from '../pages/console-page.ts';
import type { Desk, DeskMessage, DeskRow, DeskStatus, DeskView } from '../pages/desk.ts';
import { Hosts } from '../pages/host-page.ts';

const CONVERSATIONS = Number(process.env['PARLEY_TEST_CONSOLE_DAY'] ?? 14);
const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 1);
/** More than a conversation takes on a busy machine, from its beginning to the end of the day. */
const LONGEST_CONVERSATION_MS = 15_000;

const VIEWS: DeskView[] = ['Mine', 'Unassigned', 'All'];
const STATUSES: DeskStatus[] = ['Open', 'Resolved', 'Pending', 'Snoozed', 'All'];

const hosts = new Hosts();
let outside: Outside;
let account: TestAccount;
let inboxes: Record<Kind, Customers>;
let agents: Agent[];
let teams: Map<number, string>;
beforeEach(async () => {
  outside = await startOutside();
  await hosts.start({ 'limits.messages_per_minute': '0', ...outside.settings });
  account = await givenSigner(hosts.test);
  teams = new Map();
  for (const title of LABELS) await account.call('POST', '/labels', { title, color: '#aa3355' });
  const made = await Promise.all(KINDS.map((kind) => CUSTOMERS[kind](hosts, account, outside)));
  inboxes = Object.fromEntries(KINDS.map((kind, at) => [kind, made[at]!])) as typeof inboxes;
  for (const { inbox } of made) await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_auto_assignment: false });
  agents = [];
  for (const name of AGENTS) agents.push(await openAgent(hosts.test, account, name));
  // Without them, teams would take conversations away from agents.
  for (const name of TEAMS) teams.set((await givenTeam(account, agents, { name, allow_auto_assign: false })).id, name);
}, 120_000);
afterEach(async () => {
  for (const agent of agents) await agent.close();
  await hosts.close();
  await hosts.stop();
  await outside.stop();
});

/** A conversation of the day as it goes on. */
class Talk {
  readonly story: Story;
  readonly customer: Customer;
  expected: Expected = BEGUN;
  #row: number | undefined;

  constructor(story: Story, customer: Customer) {
    this.story = story;
    this.customer = customer;
  }

  /** Everybody does what they do in it, each after the others, from its first message on. */
  async live(): Promise<void> {
    for (const turn of this.story.turns) {
      if (turn.by === 'customer') {
        for (const act of turn.acts) if (act.does === 'write') await this.customer.write(this.story, act.text);
      }
      const done = turn.by === 'customer' ? turn.acts : await agents[turn.by]!.do((await this.stored())!.id, turn);
      for (const act of done) this.expected = after(this.expected, act, turn.by);
      await this.settle();
    }
    await this.isSeen();
  }

  async stored(): Promise<StoredConversation | undefined> {
    this.#row ??= await conversationOf(hosts.test, account.id, this.expected.messages[0]!.mark);
    return this.#row === undefined ? undefined : (await conversationsIn(hosts.test, account.id, this.#row))[0];
  }

  async #found(): Promise<Expected | undefined> {
    const stored = await this.stored();
    if (!stored) return undefined;
    const messages = (await messagesIn(hosts.test, account.id, stored.row)).filter(isSaid);
    return {
      messages: messages.map(({ content, isNote, kind }) => ({
        mark: marksIn(content).join(' '),
        isPrivate: isNote,
        isIncoming: kind === 'incoming',
      })),
      status: stored.status as Expected['status'],
      assignee: stored.assigneeId === null ? null : agents.findIndex(({ id }) => id === stored.assigneeId),
      labels: stored.labels,
      priority: stored.priority,
      team: teams.get(stored.teamId ?? 0) ?? null,
    };
  }

  /** Waits until the server has all that was done. */
  settle(): Promise<void> {
    return isSoon(() => this.#found(), this.expected, `conversation ${this.story.number}`);
  }

  /** Waits until the customer has all that was said. */
  isSeen(): Promise<void> {
    const { haveOwn } = inboxes[this.story.kind];
    const seen = this.expected.messages.filter(({ isPrivate, isIncoming }) => !isPrivate && (haveOwn || !isIncoming));
    const marks = seen.map(({ mark }) => mark);
    return isSoon(() => this.customer.has(this.story), marks, `what the customer of ${this.story.number} has`);
  }
}

/** Somebody has said it. */
const isSaid = ({ kind }: StoredMessage) => kind !== 'activity';

async function isSoon<T>(read: () => Promise<T>, expected: T, what: string): Promise<void> {
  let found: T | undefined;
  await eventually(
    async () => (found = await read()),
    (now) => isDeepStrictEqual(now, expected),
  ).catch(() => expect({ what, is: found }).toEqual({ what, is: expected }));
}
/** The conversations of each customer, one after the other; all customers at once. */
async function playDay(stories: readonly Story[]): Promise<Talk[]> {
  const talks: Talk[] = [];
  const byCustomer = Map.groupBy(stories, ({ kind, customer }) => `${kind} ${customer}`);
  await Promise.all(
    [...byCustomer].map(async ([name, own]) => {
      const customer = await inboxes[own[0]!.kind].somebody(name);
      for (const story of own) {
        const talk = new Talk(story, customer);
        talks.push(talk);
        await talk.live();
      }
    }),
  );
  return talks;
}

/** What a row says of its conversation. */
const said = ({ id, text }: DeskRow) => ({
  id,
  assignee: /Assigned to (.+)/.exec(text)?.[1] ?? null,
  labels: LABELS.filter((title) => new RegExp(`\\b${title}\\b`).test(text)).toSorted(),
  priority: /(Urgent|High|Medium|Low) priority/.exec(text)?.[1]?.toLowerCase() ?? null,
  status: /\b(?:Resolved|Pending|Snoozed)\b/.exec(text)?.[0].toLowerCase() ?? 'open',
  unread: Number(/(\d+)\+?\s*unread/.exec(text)?.[1] ?? 0),
});

/** What a row of the view has to say. */
const toSay = ({ id, assigneeId, labels, priority, status, unread }: StoredConversation) => ({
  id,
  assignee: agents.find((agent) => agent.id === assigneeId)?.name ?? null,
  labels: labels.toSorted(),
  priority,
  status,
  unread,
});

async function checkViews(agent: Agent, desk: Desk): Promise<void> {
  const stored = await conversationsIn(hosts.test, account.id);
  const secondOf = new Map(stored.map(({ id, lastActivityAt }) => [id, Math.floor(lastActivityAt / 1000)]));
  for (const view of VIEWS) {
    for (const status of STATUSES) {
      await desk.show(view, status);
      const inView = stored.filter(
        (one) =>
          (status === 'All' || one.status === status.toLowerCase()) &&
          (view === 'All' || one.assigneeId === (view === 'Mine' ? agent.id : null)),
      );
      const byId = <T extends { id: number }>(all: T[]) => all.toSorted((a, b) => a.id - b.id);
      const read = async () => {
        const rows = await desk.rows();
        const seconds = rows.map(({ id }) => secondOf.get(id) ?? 0);
        return {
          rows: byId(rows.map(said)),
          isInOrder: isDeepStrictEqual(
            seconds,
            seconds.toSorted((a, b) => b - a),
          ),
        };
      };
      await isSoon(read, { rows: byId(inView.map(toSay)), isInOrder: true }, `${view}, ${status} of ${agent.name}`);
    }
  }
}

async function checkThreads(agent: Agent, desk: Desk): Promise<void> {
  await desk.show(...WORKING);
  const messages = Map.groupBy(await messagesIn(hosts.test, account.id), ({ conversation }) => conversation);
  for (const stored of await conversationsIn(hosts.test, account.id)) {
    await desk.open(stored.id);
    const valueOf = (name: string) => desk.page.getByRole('combobox', { name, exact: true }).inputValue();
    const read = async () => ({
      messages: (await desk.messages()).map(shown),
      assignee: await valueOf('Assignee'),
      team: await valueOf('Team'),
      priority: (await valueOf('Priority')).toLowerCase(),
      labels: (await valueOf('Labels')).split(', ').filter(Boolean).toSorted(),
      draft: await desk.field.inputValue(),
    });
    const { assignee, labels, priority } = toSay(stored);
    await isSoon(
      read,
      {
        messages: (messages.get(stored.row) ?? []).map(toShow),
        assignee: assignee ?? 'Nobody',
        team: teams.get(stored.teamId ?? 0) ?? 'No team',
        priority: priority ?? 'none',
        labels,
        draft: '',
      },
      `conversation ${stored.id} before ${agent.name}`,
    );
  }
}

const shown = ({ id, text, isNote, isActivity }: DeskMessage) =>
  isActivity ? { activity: text.replace(/\s+\d+:\d+\s*[AP]?M?$/i, '') } : { id, marks: marksIn(text), isNote };

const toShow = ({ id, content, isNote, kind }: StoredMessage) =>
  kind === 'activity' ? { activity: content } : { id, marks: marksIn(content), isNote };

/** What the browser keeps of texts that were begun, and of what was not sent. */
async function leftIn(desk: Desk): Promise<unknown[]> {
  const kept = await desk.kept();
  return kept.filter(([key, value]) =>
    key.startsWith('draft:') ? (value as { text: string }).text !== '' : key.startsWith('outbox:'),
  );
}

/** Does it in each tab of each agent; all agents at once. */
async function inTabs(work: (agent: Agent, desk: Desk) => Promise<void>): Promise<void> {
  await Promise.all(
    agents.map(async (agent) => {
      for (const { desk } of agent.tabs) await work(agent, desk);
    }),
  );
}

describe(`a day of three agents and twenty customers (seed ${SEED})`, () => {
  it(
    'leaves every screen, every customer and the database with the same, each message once',
    async () => {
      await inTabs(async (_, desk) => {
        // What was shown once is kept up to date.
        for (const view of VIEWS) for (const status of STATUSES) await desk.show(view, status);
        await desk.show(...WORKING);
      });
      const talks = await playDay(planDay(CONVERSATIONS, randomFrom(SEED)));

      for (const talk of talks) await talk.settle();
      const newest = new Map(talks.map((talk) => [talk.customer, talk]));
      for (const talk of talks) {
        const { haveNewest } = inboxes[talk.story.kind];
        if (!haveNewest || newest.get(talk.customer) === talk) await talk.isSeen();
      }
      const sentBy = (wanted: Kind) =>
        talks
          .filter(({ story }) => story.kind === wanted)
          .flatMap(({ expected }) => expected.messages)
          .filter(({ isPrivate, isIncoming }) => !isPrivate && !isIncoming).length;
      expect(outside.whatsapp.sent).toHaveLength(sentBy('whatsapp'));
      expect(outside.mail.arrived).toHaveLength(sentBy('email'));
      expect(await conversationsIn(hosts.test, account.id)).toHaveLength(CONVERSATIONS);

      await inTabs(checkThreads);
      // Opening has marked messages as seen.
      await inTabs((agent, desk) => isSoon(() => leftIn(desk), [], `what is left in a browser of ${agent.name}`));
      await inTabs(checkViews);
      const drafts = () =>
        hosts.test.rows().selectFrom('draft_messages').selectAll().where('account_id', '=', account.id).execute();
      await isSoon(drafts, [], 'drafts on the server');
      expect(agents.flatMap(({ tabs }) => tabs.flatMap(({ problems }) => problems))).toEqual([]);
    },
    60_000 + CONVERSATIONS * LONGEST_CONVERSATION_MS,
  );
});
