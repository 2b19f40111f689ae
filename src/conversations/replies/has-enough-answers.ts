import { sql, type SqlBool } from 'kysely';
import { channels } from '../../channels/find-channel.ts';
import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { HOUR } from '../../time.ts';

/** A program that writes to contacts: the inbox its replies and surveys, an automation rule, or a bot. */
export type Program = 'inbox' | 'rule' | 'bot';

/** The most messages of programs in an hour before a message of this program; bots in chats have no limit. */
const MOST_IN_HOUR: Record<'mail' | 'chat', Record<Program, number>> = {
  mail: { inbox: 3, rule: 10, bot: 30 },
  chat: { inbox: 10, rule: 30, bot: Number.POSITIVE_INFINITY },
};

/**
 * Whether the contact has had as many messages of programs within an hour as may come before one of `program`, in all
 * conversations of the account in inboxes of this kind: two programs that do not say what they are would answer each other for ever,
 * also where each answer begins a conversation. Only messages that a provider sends count.
 */
export async function hasEnoughAnswers(
  tx: Tx,
  { inbox, contact }: ConversationRecord,
  program: Program,
  now: Date,
): Promise<boolean> {
  const most = mostOf(inbox, program);
  if (!channels[inbox.channelType].external || most === Number.POSITIVE_INFINITY) return false;
  const since = new Date(now.getTime() - HOUR);
  const answers = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .select('m.id')
    .where('c.contact_id', '=', contact.id)
    .where('c.last_activity_at', '>', since)
    .where('ch.type', '=', inbox.channelType)
    .where('m.created_at', '>', since)
    .where('m.private', '=', sql.lit(false))
    .where(isOfProgram)
    .limit(most)
    .execute();
  return answers.length >= most;
}

/** Whether a program has written the message `m`, and it was not held back. */
export const isOfProgram = sql<SqlBool>`(m.message_type = 'template' or m.message_type = 'outgoing' and m.status != 'failed' and (
  m.sender_type = 'AgentBot' or m.sender_type is null and m.content_attributes -> 'automation_rule_id' is not null))`;

/** Why a message of the program is not sent, where `hasEnoughAnswers`. */
export function enoughAnswersError({ inbox }: ConversationRecord, program: 'rule' | 'bot'): string {
  const most = mostOf(inbox, program);
  return `not sent, because programs have written to this contact ${most} times within an hour, the most for a ${program}`;
}

const mostOf = ({ channelType }: ConversationRecord['inbox'], program: Program) =>
  MOST_IN_HOUR[channelType === 'email' ? 'mail' : 'chat'][program];
