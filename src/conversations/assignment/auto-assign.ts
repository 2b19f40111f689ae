import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { askToAssign } from './ask-to-assign.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { nextAgent } from './next-agent.ts';
import { othersWait } from './waiting-conversations.ts';

/**
 * Assigns the locked conversation to the next member of its inbox, and of its team if it has one. Nothing changes unless the
 * conversation is open, its inbox assigns automatically, its assignee is not a member of the inbox, and `nextAgent` finds a
 * member; an assigned bot is then removed. If others already wait in the inbox, a job assigns it after them, unless
 * `isNext`.
 */
export async function autoAssign(
  tx: Tx,
  conversation: ConversationRecord,
  now: Date,
  { isNext = false } = {},
): Promise<ConversationRecord> {
  const { status, inbox, assignee } = conversation;
  if (status !== 'open' || !inbox.enableAutoAssignment || (await isAssignedToMember(tx, conversation))) {
    return conversation;
  }
  if (isNext || assignee || !(await mustWait(tx, conversation))) return assignNext(tx, conversation, now);
  await askToAssign(tx, inbox, now);
  return conversation;
}

/** Whether other conversations of the inbox have waited longer, so that a job assigns them in order. */
async function mustWait(tx: Tx, { id, inbox, assigneeBot }: ConversationRecord): Promise<boolean> {
  return inbox.assignsWaiting && assigneeBot === null && othersWait(tx, inbox.id, id);
}

/**
 * Assigns a conversation as `autoAssign` does, but only if it has a team and no assignee; its status, and whether its
 * inbox assigns automatically, do not matter.
 */
export async function assignTeammate(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  return conversation.team === null || conversation.assignee ? conversation : assignNext(tx, conversation, now);
}

/** Whether the assignee is a member of the inbox. */
async function isAssignedToMember(tx: Tx, { inbox, assignee }: ConversationRecord): Promise<boolean> {
  if (assignee === null) return false;
  const member = await tx.db
    .selectFrom('inbox_members')
    .select('id')
    .where('inbox_id', '=', inbox.id)
    .where('user_id', '=', assignee.id)
    .executeTakeFirst();
  return member !== undefined;
}

async function assignNext(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  const assigneeId = await nextAgent(tx, conversation, conversation.team, now);
  if (assigneeId === null) return conversation;
  const assignment = { ...assignmentOf(conversation), assigneeId, assigneeBotId: null, actor: null };
  return changeAssignment(tx, conversation, assignment, describe, now);
}

function describe({ assignee }: ConversationRecord): string {
  return `Auto assignment gave this conversation to ${assignee?.name ?? ''}`;
}
