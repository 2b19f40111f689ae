import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { HOUR } from '../../time.ts';

/** Automatic answers to one address in an hour. */
const MOST_IN_HOUR = 3;

/**
 * Whether the contact has had as many automatic mails within an hour as they may, in all conversations of the inbox: a
 * program that answers mails, and does not say that it is one, would be answered for ever.
 */
export async function hasEnoughAnswers(
  tx: Tx,
  { inbox, contactInbox }: ConversationRecord,
  now: Date,
): Promise<boolean> {
  if (inbox.channelType !== 'email') return false;
  const since = new Date(now.getTime() - HOUR);
  const answers = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .select('m.id')
    .where('c.contact_inbox_id', '=', contactInbox.id)
    .where('c.last_activity_at', '>', since)
    .where('m.message_type', '=', sql.lit('template' as const))
    .where('m.created_at', '>', since)
    .limit(MOST_IN_HOUR)
    .execute();
  return answers.length >= MOST_IN_HOUR;
}
