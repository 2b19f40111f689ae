import { describe, expect, it } from '@jest/globals';
import { parseAddress } from '../../../../../src/web/console/addresses.ts';
import { lineOf } from '../../../../../src/web/console/views/list/preview.ts';
import { filterAt, firstListOf, queryOf } from '../../../../../src/web/console/views/list/query-of.ts';
import { shortSpan, shortTime } from '../../../../../src/web/console/views/list/times.ts';
import { partIn } from '../../../../../src/web/console/views/list/window.ts';

const addressAt = (path: string) => parseAddress(new URL(path, 'http://localhost/app/accounts/1/'));
const USUAL = { status: 'open', sort: 'last_activity_at_desc' };

const URGENT = [{ attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent'] }];
const VIEWS = [
  { id: 3, name: 'Urgent', query: { payload: URGENT } },
  { id: 5, name: 'Empty', query: {} },
];

describe('the list of an address', () => {
  it.each([
    ['dashboard', { ...USUAL, assignment: 'me' }],
    ['dashboard?assignee=unassigned&status=pending', { ...USUAL, assignment: 'unassigned', status: 'pending' }],
    ['mentions/conversations', { ...USUAL, assignment: 'all', type: 'mention' }],
    ['participating/conversations', { ...USUAL, assignment: 'all', type: 'participating' }],
    ['unattended/conversations', { ...USUAL, assignment: 'all', type: 'unattended' }],
    ['inbox/4?assignee=me', { ...USUAL, assignment: 'me', inboxId: 4 }],
    ['team/5/conversations/8', { ...USUAL, assignment: 'all', teamId: 5 }],
    ['label/vip?sort=priority_desc', { ...USUAL, assignment: 'all', labels: ['vip'], sort: 'priority_desc' }],
  ])('%s', (path, expected) => {
    expect(queryOf(addressAt(path), [])).toEqual(expected);
  });

  it.each([
    ['dashboard', { is: 'none' }],
    ['custom_view/3', { is: 'conditions', conditions: URGENT }],
    ['custom_view/4', { is: 'gone' }],
    ['custom_view/5', { is: 'unreadable' }],
    ['custom_view/4?filter=%5B%5D', { is: 'conditions', conditions: [] }],
    [`inbox/1?filter=${encodeURIComponent(JSON.stringify(URGENT))}`, { is: 'conditions', conditions: URGENT }],
    ['dashboard?filter=%5B%7B', { is: 'unreadable' }],
    ['dashboard?filter=7', { is: 'unreadable' }],
  ])('%s has the filter %j', (path, expected) => {
    const address = addressAt(path);
    if (address.screen !== 'conversations') throw new Error('no view');

    expect(filterAt(address, VIEWS)).toEqual(expected);
    const { conditions } = queryOf(address, VIEWS);
    expect(conditions).toEqual((expected as { conditions?: unknown }).conditions);
  });

  it.each([
    ['custom_view/3', { query: expect.anything(), customViewId: 3 }],
    ['custom_view/3?filter=%5B%5D', { query: { ...USUAL, assignment: 'me' } }],
    ['team/5', { query: { ...USUAL, assignment: 'all', teamId: 5 } }],
  ])('%s is begun with %j', (path, expected) => {
    expect(firstListOf(addressAt(path))).toEqual(expected);
  });
});

const NOW = Date.UTC(2026, 10, 29, 12) / 1000;

describe('a time', () => {
  it.each([
    [NOW + 5, 'now'],
    [NOW - 59, 'now'],
    [NOW - 60, '1m ago'],
    [NOW - 7200, '2h ago'],
    [NOW - 3 * 86_400, '3d ago'],
    [NOW - 30 * 86_400, 'Oct 30'],
    [NOW - 400 * 86_400, 'Oct 25, 2025'],
  ])('%d is %s', (at, expected) => {
    expect(shortTime('en', at, NOW)).toBe(expected);
  });

  it('of waiting has at least a minute', () => {
    expect([NOW, NOW - 3 * 3600, NOW - 50 * 3600].map((from) => shortSpan('en', from, NOW))).toEqual([
      '1m',
      '3h',
      '2d',
    ]);
  });
});

describe('the line of a message', () => {
  it.each([
    ['**Hello** `you`\n\n> quoted', 'Hello you quoted'],
    ['See [the guide](https://example.com/a)', 'See the guide'],
    ['<b>as it is</b>', '<b>as it is</b>'],
  ])('%j is %j', (content, expected) => {
    expect(lineOf(content)).toBe(expected);
  });
});

describe('the part of a list that is drawn', () => {
  it.each([
    [0, 840, 0, { from: 0, to: 0 }],
    [0, 840, 10_000, { from: 0, to: 30 }],
    [84 * 100, 840, 10_000, { from: 92, to: 122 }],
    [84 * 9990, 840, 10_000, { from: 9970, to: 10_000 }],
    [0, 20_000, 10_000, { from: 0, to: 56 }],
  ])('scrolled by %d in %d px of %d rows', (top, height, count, expected) => {
    expect(partIn(top, height, 84, count)).toEqual(expected);
  });
});
