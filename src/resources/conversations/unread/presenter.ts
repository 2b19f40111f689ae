import type { Shown } from '../../../wire/shape.ts';
import type { unreadCountsShape } from './answers.ts';
import type { UnreadCount, UnreadCounts } from './count-unread-conversations.ts';

export function presentUnreadCounts({ inboxes, labels, teams }: UnreadCounts): Shown<typeof unreadCountsShape> {
  return { inboxes: byId(inboxes), labels: byId(labels), teams: byId(teams) };
}

const byId = (counts: UnreadCount[]) => Object.fromEntries(counts.map(({ id, count }) => [String(id), count]));
