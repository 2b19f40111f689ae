import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Conversation } from '../../../../src/web/console/store/conversation.ts';
import { createList } from '../../../../src/web/console/store/list.ts';
import {
  belongs,
  compareBy,
  keyOf,
  type ListQuery,
  parametersOf,
} from '../../../../src/web/console/store/list-query.ts';
import { createRecords } from '../../../../src/web/console/store/records.ts';

const ME = 7;
const BLANK: Conversation = {
  id: 0,
  uuid: '',
  inboxId: 1,
  contactId: 1,
  status: 'open',
  priority: null,
  isMuted: false,
  snoozedUntil: null,
  assignee: null,
  teamId: null,
  labels: [],
  attributes: {},
  additionalAttributes: {},
  canReply: true,
  unreadCount: 0,
  isAnswered: true,
  waitingSince: 0,
  agentLastSeenAt: 0,
  contactLastSeenAt: 0,
  lastActivityAt: 0,
  createdAt: 0,
  updatedAt: 0,
};
const ALL: ListQuery = { status: 'open', assignment: 'all', sort: 'last_activity_at_desc' };

function givenList(query: ListQuery = ALL) {
  const records = createRecords<Conversation>(({ updatedAt }) => updatedAt);
  const list = createList(query, records, ME);
  records.follow((id, now, before) => {
    void list.changed(id, now, (now?.lastActivityAt ?? 0) > (before?.lastActivityAt ?? 0));
  });
  let number = 0;
  const put = (id: number, more: Partial<Conversation>) => {
    number += 1;
    records.take({ ...BLANK, ...records.stored(id), id, updatedAt: number, ...more }, number);
  };
  return { records, list, put, rows: () => list.rows.peek() };
}

describe('a list', () => {
  it('of which all is loaded has what belongs to it, in order, whatever changes', () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      status: fc.constantFrom('open' as const, 'resolved' as const),
      priority: fc.constantFrom(null, 'low' as const, 'urgent' as const),
      isMine: fc.boolean(),
      waitingSince: fc.nat(3),
    });
    const queries = fc.record({
      status: fc.constantFrom('open' as const, 'all' as const),
      assignment: fc.constantFrom('me' as const, 'unassigned' as const, 'all' as const),
      sort: fc.constantFrom(
        'last_activity_at_desc',
        'last_activity_at_asc',
        'created_at_asc',
        'priority_desc',
        'waiting_since_asc',
      ) as fc.Arbitrary<ListQuery['sort']>,
    });
    fc.assert(
      fc.property(queries, fc.array(change, { maxLength: 40 }), (query, changes) => {
        const { records, list, put, rows } = givenList(query);
        list.takePage(1, []);

        changes.forEach(({ id, isMine, ...more }, at) =>
          put(id, { ...more, assignee: isMine ? { type: 'User', id: ME, name: '' } : null, lastActivityAt: at + 1 }),
        );

        const all = [...records.ids()].map((id) => records.peek(id)!);
        const expected = all.filter((one) => belongs(one, query, ME)).toSorted(compareBy(query.sort));
        expect(rows().map((id) => records.peek(id)!)).toEqual(expected);
      }),
    );
  });

  it('takes no conversation into the part that was not loaded', () => {
    const { list, put, rows } = givenList();
    const first = Array.from({ length: 15 }, (_, at) => 100 - at);
    for (const id of first) put(id, { lastActivityAt: 1000 + id });
    list.takePage(1, first);

    put(1, { lastActivityAt: 10 });
    put(2, { lastActivityAt: 2000 });

    expect(rows()).toEqual([2, ...first]);
    expect([list.hasMore.peek(), list.nextPage()]).toEqual([true, 2]);
    list.takePage(2, [1]);
    expect([rows().at(-1), list.hasMore.peek()]).toEqual([1, false]);
  });

  it('holds its order under the pointer, counts what is newer, and shows it then', () => {
    const { list, put, rows } = givenList();
    for (const id of [1, 2, 3]) put(id, { lastActivityAt: id });
    list.takePage(1, [3, 2, 1]);
    list.hold(true);

    put(1, { lastActivityAt: 10 });
    put(4, { lastActivityAt: 11 });
    put(2, { status: 'resolved' });
    const held = [rows(), list.newer.peek()];
    list.refresh();

    expect(held).toEqual([[3, 2, 1], 2]);
    expect([rows(), list.newer.peek()]).toEqual([[4, 1, 3], 0]);
  });

  it('loses what the server no longer has in it, though nothing told of that', () => {
    const { list, put, rows } = givenList();
    for (const id of [1, 2, 3]) put(id, { lastActivityAt: id });
    list.takePage(1, [3, 2, 1]);

    list.takePage(1, [3, 1]);

    expect(rows()).toEqual([3, 1]);
  });

  it('begins anew when everything is loaded anew', () => {
    const { list, put, rows } = givenList();
    for (const id of [1, 2]) put(id, { lastActivityAt: id });
    const page = Array.from({ length: 15 }, (_, at) => 100 - at);
    for (const id of page) put(id, { lastActivityAt: id });
    list.takePage(1, page);
    list.takePage(2, [2, 1]);

    list.setState('loading');
    list.takePage(1, page);

    expect([rows(), list.hasMore.peek()]).toEqual([page, true]);
  });

  it('has the parameters of the API, and the same key for the same conversations', () => {
    const query: ListQuery = { ...ALL, inboxId: 3, teamId: 4, labels: ['b', 'a'], type: 'unattended' };
    expect(parametersOf(query, 2).toString()).toBe(
      'status=open&assignee_type=all&sort_by=last_activity_at_desc&page=2&inbox_id=3&team_id=4&labels%5B%5D=b&labels%5B%5D=a&conversation_type=unattended',
    );
    expect(keyOf(query)).toBe(keyOf({ ...query, labels: ['a', 'b'] }));
    expect(keyOf(query)).not.toBe(keyOf(ALL));
  });
});
