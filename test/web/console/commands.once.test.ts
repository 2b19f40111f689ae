import { describe, expect, it } from '@jest/globals';
import { type Change, undoingOf } from '../../../src/web/console/commands/changes.ts';
import type { Conversation } from '../../../src/web/console/store/conversation.ts';

const one = (id: number, more: Partial<Conversation>) =>
  ({
    id,
    labels: [],
    assignee: null,
    teamId: null,
    priority: null,
    status: 'open',
    snoozedUntil: null,
    ...more,
  }) as unknown as Conversation;
const [ada, bob] = [7, 8].map((id) => ({ type: 'User' as const, id, name: String(id) }));

describe('a change of many conversations', () => {
  it.each<[string, Change, Conversation[], unknown]>([
    [
      'an assignment',
      { is: 'assignee', assignee: ada! },
      [one(1, {}), one(2, { assignee: bob! }), one(3, {}), one(4, { assignee: ada! })],
      [
        { ids: [1, 3], change: { is: 'assignee', assignee: null } },
        { ids: [2], change: { is: 'assignee', assignee: bob } },
      ],
    ],
    [
      'a label',
      { is: 'label', title: 'vip', isAdded: true },
      [one(1, { labels: ['vip'] }), one(2, { labels: ['other'] })],
      [{ ids: [2], change: { is: 'label', title: 'vip', isAdded: false } }],
    ],
    [
      'a status',
      { is: 'status', status: 'resolved', until: null },
      [one(1, { status: 'snoozed', snoozedUntil: '2030-01-01T00:00:00.000Z' }), one(2, { status: 'resolved' })],
      [{ ids: [1], change: { is: 'status', status: 'snoozed', until: '2030-01-01T00:00:00.000Z' } }],
    ],
    ['a team and a priority that are the same', { is: 'priority', priority: 'low' }, [one(1, { priority: 'low' })], []],
  ])('is taken back as it was before: %s', (_, change, before, expected) => {
    expect(undoingOf(change, before)).toEqual(expected);
  });

  it('cannot be taken back where a bot was assigned', () => {
    const assignee = { type: 'AgentBot' as const, id: 3, name: 'Bot' };

    expect(undoingOf({ is: 'assignee', assignee: ada! }, [one(1, { assignee })])).toBeNull();
  });
});
