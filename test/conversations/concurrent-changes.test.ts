import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { changesOf, eventsDuring, type Recorded } from '../support/events.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { formWith } from '../support/files/pictures.ts';
import { ask, pathOf, reply, toggle } from '../support/conversation-calls.ts';

const ROUNDS = 12;
const FILE = new TextEncoder().encode('What we agreed on\n'.repeat(1000));

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '0' });
});
afterAll(() => test.stop());

type Conversation = { id: number; inbox_id: number };

/** What a conversation is like, as far as `changed_attributes` tell of each change. */
type State = { label_list: string[]; priority: string | null; assignee_id: number | null; status: string };

const INITIAL: State = { label_list: [], priority: null, assignee_id: null, status: 'open' };

describe('the events of one conversation that many change at the same time', () => {
  it('never show an older state than an earlier event', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const agent = await givenAgent(test, account, conversation.inbox_id);

    const events = await eventsDuring(test, account, () => writeTogether(account, conversation, agent.id));

    expect(countOf(events, 'message_created')).toBe(4 * ROUNDS);
    expect(countOf(events, 'conversation_status_changed')).toBeGreaterThan(0);
    expect(outdatedValues(events)).toEqual([]);
    expect(outdatedTimes(events)).toEqual([]);
  });
});

/** Writers of each kind, each with its next request as soon as the last is answered. */
async function writeTogether(account: TestAccount, conversation: Conversation, agentId: number): Promise<void> {
  const post = (below: string, body: object) => account.call('POST', pathOf(conversation, below), body);
  const type = (n: number) => (n % 2 ? 'on' : 'off');
  const writers: ((n: number) => Promise<{ status: number }>)[] = [
    (n) => post('/labels', { labels: [`label-${n}`] }),
    (n) => post('/assignments', { assignee_id: n % 2 ? null : agentId }),
    (n) => post('/toggle_priority', { priority: ['low', 'high', 'urgent', null][n % 4] }),
    (n) => toggle(account, conversation, n % 2 ? 'open' : 'resolved'),
    (n) => post('/toggle_typing_status', { typing_status: type(n) }),
    () => ask(account, conversation),
    // Files are stored between finding the conversation and changing it, on SQLite too.
    () => post('/messages', formWith('attachments[]', FILE, { message_type: 'incoming' }, 'notes.txt')),
    () => reply(account, conversation),
    () => reply(account, conversation, { private: true }),
  ];
  const refused = await Promise.all(
    writers.map(async (write) => {
      const statuses = [];
      for (let n = 0; n < ROUNDS; n += 1) statuses.push((await write(n)).status);
      return statuses.filter((status) => status >= 300);
    }),
  );
  expect(refused.flat()).toEqual([]);
}

/** Where an event shows another value than the changes up to it have led to. */
function outdatedValues(events: Recorded[]): string[] {
  let state = INITIAL;
  return events.flatMap((event) => {
    const changes = 'changed_attributes' in event.payload ? changesOf(event) : {};
    const own = Object.entries(changes).filter(([field]) => field in INITIAL);
    const before = Object.fromEntries(own.map(([field, [previous]]) => [field, previous]));
    // The status is told twice: as an event of its own first, then with the other changes.
    const known = state.status === changes['status']?.[1] ? { ...state, status: changes['status'][0] } : state;
    const wrong = differences({ ...known, ...before }, known);
    state = { ...state, ...Object.fromEntries(own.map(([field, [, current]]) => [field, current])) };
    const shown = [...wrong, ...differences(shownBy(event), state)];
    return shown.map((difference) => `${event.id} ${event.type}: ${difference}`);
  });
}

function shownBy({ payload: { conversation } }: Recorded): State {
  return {
    label_list: conversation.labels,
    priority: conversation.priority,
    assignee_id: conversation.assignee?.id ?? null,
    status: conversation.status,
  };
}

function differences(shown: object, expected: object): string[] {
  const wanted = new Map<string, unknown>(Object.entries(expected));
  return Object.entries(shown)
    .map(([field, value]) => ({ field, value: JSON.stringify(value), known: JSON.stringify(wanted.get(field)) }))
    .filter(({ value, known }) => value !== known)
    .map(({ field, value, known }) => `${field} ${value}, where ${known} is known`);
}

/** Where a time, the newest message or the count of unread messages goes back. */
function outdatedTimes(events: Recorded[]): string[] {
  const progress = events.map(({ payload: { conversation } }) => ({
    last_activity_at: conversation.last_activity_at,
    updated_at: conversation.updated_at,
    unread_count: conversation.unread_count,
    message: conversation.messages[0]?.id ?? 0,
  }));
  return events.slice(1).flatMap(({ id, type }, index) => {
    const [before, after] = [new Map(Object.entries(progress[index]!)), Object.entries(progress[index + 1]!)];
    return after
      .filter(([field, value]) => value < before.get(field))
      .map(([field, value]) => `${id} ${type}: ${field} ${value} after ${before.get(field)}`);
  });
}

const countOf = (events: Recorded[], type: string) => events.filter((event) => event.type === type).length;
