import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { nextAgent } from './next-agent.ts';

/**
 * Assigns the locked conversation to the member of its inbox, and of its team if it has one, whose turn it is. It stays
 * as it is unless it is open, its inbox assigns automatically, no member of the inbox is its assignee, and `nextAgent`
 * finds somebody; a bot that has it then loses it.
 */
export async function autoAssign(tx: Tx, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  if (conversation.status !== 'open' || !conversation.inbox.enableAutoAssignment) return conversation;
  return (await isAssignedToMember(tx, conversation)) ? conversation : assignNext(tx, conversation, now);
}

/**
 * Assigns a new conversation as `autoAssign` does, but only if it has a team and no assignee; its status, and whether its
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
