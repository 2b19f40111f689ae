import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { giveConversation, holdersOf } from './give-conversation.ts';
import { nextAgent } from './next-agent.ts';

/**
 * Gives an open conversation to the member of its inbox whose turn it is, if the inbox does that, and nobody who works in
 * the inbox has it. One that a team has goes to somebody of the team, if the team allows it. Without anybody online it
 * stays as it is. To be called with the conversation locked.
 */
export async function autoAssign(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  if (conversation.status !== 'open' || !conversation.enableAutoAssignment) return conversation;
  return (await isInHands(em, conversation)) ? conversation : assignNext(em, conversation, now);
}

/** As `autoAssign`, because a team was given the conversation: whatever its status and its inbox are. */
export async function assignTeammate(
  em: EntityManager,
  conversation: ConversationRecord,
  now: Date,
): Promise<ConversationRecord> {
  return conversation.team === null || conversation.assignee ? conversation : assignNext(em, conversation, now);
}

/** Whether somebody who works in the inbox has it. */
async function isInHands(em: EntityManager, { inbox, assignee }: ConversationRecord): Promise<boolean> {
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
  const holders = { ...holdersOf(conversation), assigneeId, assigneeBotId: null };
  return giveConversation(em, conversation, holders, describe, now);
}

function describe({ assignee }: ConversationRecord): string {
  return `Auto assignment gave this conversation to ${assignee?.name ?? ''}`;
}
