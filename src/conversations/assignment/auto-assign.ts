import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { nextAgent } from './next-agent.ts';

/**
 * Assigns the locked conversation to the member of its inbox whose turn it is, or of its team if it has one that assigns
 * automatically. It stays as it is unless it is open, its inbox assigns automatically, its assignee is not a member of
 * the inbox, and somebody is online.
 */
export async function autoAssign(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (conversation.status !== 'open' || !conversation.enableAutoAssignment) return conversation;
  return (await isAssignedToMember(em, conversation)) ? conversation : assignNext(em, conversation, now);
}

/** As `autoAssign` for a new conversation of a team, whatever its status and its inbox are. */
export async function assignTeammate(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  return conversation.team === null || conversation.assignee ? conversation : assignNext(em, conversation, now);
}

/** Whether the assignee is a member of the inbox. */
async function isAssignedToMember(em: EntityManager, { inbox, assignee }: ConversationRecord): Promise<boolean> {
  if (assignee === null) return false;
  const member = await db(em)
    .selectFrom('inbox_members')
    .select('id')
    .where('inbox_id', '=', inbox.id)
    .where('user_id', '=', assignee.id)
    .executeTakeFirst();
  return member !== undefined;
}

async function assignNext(em: EntityManager, conversation: ConversationRecord, now: Date): Promise<ConversationRecord> {
  const assigneeId = await nextAgent(em, conversation, conversation.team, now);
  if (assigneeId === null) return conversation;
  const assignment = { ...assignmentOf(conversation), assigneeId, assigneeBotId: null };
  return changeAssignment(em, conversation, assignment, describe, now);
}

function describe({ assignee }: ConversationRecord): string {
  return `Auto assignment gave this conversation to ${assignee?.name ?? ''}`;
}
