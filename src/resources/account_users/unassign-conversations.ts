import type { Tx } from '../../db/tx.ts';
import { withRowLock, takeAdvisoryLock } from '../../db/dialect.ts';
import { subtractAssigned } from '../../conversations/reporting/append-changes.ts';
import { type Counted, countConversation } from '../../conversations/count-conversation.ts';
import type { Member } from '../../records/user.ts';

/** Locks the conversations assigned to the member until the end of the transaction. Call it before any other lock. */
export async function lockConversationsOfMember(tx: Tx, { accountId, userId }: Member): Promise<void> {
  const conversations = tx.db
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('assignee_id', '=', userId)
    .orderBy('id');
  await withRowLock(tx, conversations).execute();
}

/**
 * Unassigns all conversations assigned to a member; none can be assigned to them until the end of the transaction. As
 * in Chatwoot, this records no event.
 */
export async function unassignConversations(tx: Tx, member: Member, now: Date): Promise<void> {
  // An assignment waits for the same turn before it checks the membership.
  await takeAdvisoryLock(tx, 'conversation counts', member.accountId);
  await subtractAssigned(tx, member);
  const unassigned = await tx.db
    .updateTable('conversations')
    .set({ assignee_id: null, updated_at: now })
    .where('account_id', '=', member.accountId)
    .where('assignee_id', '=', member.userId)
    .returning(['inbox_id as inboxId', 'status'])
    .execute();
  const groups = Map.groupBy(unassigned, ({ inboxId, status }) => `${inboxId} ${status}`);
  for (const group of groups.values()) await recount(tx, member, group);
}

/** Moves the conversations of an inbox and status from the member's count to the count of unassigned conversations. */
async function recount(
  tx: Tx,
  { accountId, userId }: Member,
  group: Pick<Counted, 'inboxId' | 'status'>[],
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const counted = { accountId, inboxId: first.inboxId, status: first.status };
  await countConversation(tx, { ...counted, assigneeId: userId }, -group.length);
  await countConversation(tx, { ...counted, assigneeId: null }, group.length);
}
