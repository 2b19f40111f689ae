import type { Shown } from '../../../wire/shape.ts';
import type { unreadCountsShape } from './answers.ts';
import type { UnreadCount } from './count-unread-conversations.ts';

export function presentUnreadCounts(counts: readonly UnreadCount[]): Shown<typeof unreadCountsShape> {
  const byId = (kind: UnreadCount['kind']) =>
    Object.fromEntries(counts.filter((one) => one.kind === kind).map(({ id, count }) => [String(id), Number(count)]));
  return { inboxes: byId('inbox'), labels: byId('label'), teams: byId('team') };
}
