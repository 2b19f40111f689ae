import { db, type EntityManager } from '../../db/orm.ts';
import type { Actor } from '../../events/facts.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';

/** Notes that the team, and if `actor` is the assignee the assignee, has seen everything up to `now`. */
export async function markSeen(
  em: EntityManager,
  before: ConversationRow,
  actor: Actor,
  now: Date,
): Promise<ConversationRow> {
  const byAssignee = actor.type === 'User' && before.assignee?.id === actor.id;
  const assigneeLastSeenAt = byAssignee ? now : before.assigneeLastSeenAt;
  await db(em)
    .updateTable('conversations')
    .set({ agent_last_seen_at: now, assignee_last_seen_at: assigneeLastSeenAt, unread_count: 0 })
    .where('id', '=', before.id)
    .execute();
  return { ...before, agentLastSeenAt: now, assigneeLastSeenAt, unreadCount: 0 };
}
