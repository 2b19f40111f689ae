import { withRowLock, takeAdvisoryLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { type Counted, countConversation } from '../../conversations/count-conversation.ts';

type Member = { accountId: number; userId: number };

/** Locks the member's conversations until the end of the transaction. Call it before any other lock. */
export async function lockConversationsOfMember(em: EntityManager, { accountId, userId }: Member): Promise<void> {
  const conversations = db(em)
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('assignee_id', '=', userId)
    .orderBy('id');
  await withRowLock(em, conversations).execute();
}

/**
 * Unassigns all of a member's conversations; none can be assigned to them until the end of the transaction. As in
 * Chatwoot, this records no event.
 */
export async function unassignConversations(em: EntityManager, member: Member, now: Date): Promise<void> {
  // An assignment waits for the same turn before it checks the membership.
  await takeAdvisoryLock(em, 'conversation counts', member.accountId);
  const unassigned = await db(em)
    .updateTable('conversations')
    .set({ assignee_id: null, updated_at: now })
    .where('account_id', '=', member.accountId)
    .where('assignee_id', '=', member.userId)
    .returning(['inbox_id as inboxId', 'status'])
    .execute();
  const groups = Map.groupBy(unassigned, ({ inboxId, status }) => `${inboxId} ${status}`);
  for (const group of groups.values()) await recount(em, member, group);
}

/** Moves the conversations of one inbox and status from the member's count to that of unassigned ones. */
async function recount(
  em: EntityManager,
  { accountId, userId }: Member,
  group: Pick<Counted, 'inboxId' | 'status'>[],
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const counted = { accountId, inboxId: first.inboxId, status: first.status };
  await countConversation(em, { ...counted, assigneeId: userId }, -group.length);
  await countConversation(em, { ...counted, assigneeId: null }, group.length);
}
