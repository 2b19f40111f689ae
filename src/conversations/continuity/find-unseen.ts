import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { readMessages } from '../../records/read-messages.ts';
import { HOUR } from '../../time.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import { isOfProgram } from '../replies/has-enough-answers.ts';
import { automaticOf } from '../sending/read-mail-head.ts';
import { isProvedAddress, MOST_UNPROVED } from './unproved-addresses.ts';
import { MAILED_TEMPLATES } from './plan-continuity.ts';

/** Messages in one mail; further ones are in the next. */
const MOST = 50;
/** What programs have written that one contact is mailed in an hour: a program that answers mails would go on for ever. */
const MOST_AUTOMATIC = 3;

/**
 * The messages of the locked conversation from this one on that its contact has not seen, and that no mail has had: at most
 * 50, the oldest first. What programs write is not mailed to a program, nor too often to anybody.
 */
export async function findUnseen(
  tx: Tx,
  conversation: ConversationRecord,
  firstMessageId: number,
  now: Date,
): Promise<MessageRecord[]> {
  const { writtenId, isByProgram } = await findNewestIncoming(tx, conversation.id);
  const ids = await findUnseenIds(tx, conversation, Math.max(firstMessageId, writtenId + 1));
  const messages = (await readMessages(tx, ids)).filter(({ contentAttributes: { deleted } }) => deleted !== true);
  const isAutomatic = (message: MessageRecord) => automaticOf(message) !== null;
  if (!messages.some(isAutomatic)) return messages;
  const leavesOut =
    isByProgram ||
    (await countAutomatic(tx, conversation, now)) >= MOST_AUTOMATIC ||
    (await hasEnoughUnproved(tx, conversation, now));
  return leavesOut ? messages.filter((message) => !isAutomatic(message)) : messages;
}

/**
 * The contact's newest message that did not come by mail (0 = there is none): who writes in the widget or the app reads there
 * what came before. And whether a program sent their newest.
 */
async function findNewestIncoming(
  tx: Tx,
  conversationId: number,
): Promise<{ writtenId: number; isByProgram: boolean }> {
  const incoming = tx.db
    .selectFrom('messages')
    .select(['id', 'content_type as contentType', 'content_attributes as attributes'])
    .where('conversation_id', '=', conversationId)
    .where('message_type', '=', 'incoming')
    .orderBy('id', 'desc')
    .limit(1);
  const newest = await incoming.executeTakeFirst();
  const written = await incoming.where('content_type', '!=', 'incoming_email').executeTakeFirst();
  const email = newest?.contentType === 'incoming_email' ? newest.attributes['email'] : null;
  const isMail = typeof email === 'object' && email !== null && !Array.isArray(email);
  return { writtenId: written?.id ?? 0, isByProgram: isMail && email['auto_reply'] === true };
}

async function findUnseenIds(
  tx: Tx,
  { id, contactLastSeenAt: seenAt }: ConversationRecord,
  firstMessageId: number,
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('messages as m')
    .leftJoin('sendings as s', 's.message_id', 'm.id')
    .select('m.id')
    .where('m.conversation_id', '=', id)
    .where('m.id', '>=', firstMessageId)
    .where((eb) =>
      eb.or([
        eb('m.message_type', '=', 'outgoing'),
        eb.and([eb('m.message_type', '=', 'template'), eb('m.content_type', 'in', MAILED_TEMPLATES)]),
      ]),
    )
    .where('m.private', '=', false)
    .where('m.status', 'in', ['sent', 'delivered'])
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('s.status', '=', 'queued')]))
    .where('m.created_at', '>', seenAt ?? new Date(0))
    .orderBy('m.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the account has mailed enough of what programs write to addresses that their contacts have not answered from, as this one. */
async function hasEnoughUnproved(tx: Tx, conversation: ConversationRecord, now: Date): Promise<boolean> {
  const address = mailAddressOf(conversation);
  if (address === null || (await isProvedAddress(tx, conversation, address))) return false;
  const rows = await tx.db
    .selectFrom('sendings as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 's.contact_inbox_id')
    .select('m.conversation_id')
    .distinct()
    .where('s.account_id', '=', conversation.account.id)
    .where('s.provider', '=', 'email')
    .where('s.status', '=', 'accepted')
    .where('s.ended_at', '>', new Date(now.getTime() - HOUR))
    .where('ci.proved_email', 'is', null)
    .where('ci.hmac_verified', '=', false)
    .where('m.message_type', '=', 'template')
    .limit(MOST_UNPROVED)
    .execute();
  return rows.length === MOST_UNPROVED;
}

/** Messages of programs that the contact was mailed within an hour, as far as it matters. */
async function countAutomatic(tx: Tx, { contact }: ConversationRecord, now: Date): Promise<number> {
  const rows = await tx.db
    .selectFrom('sendings as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .innerJoin('contact_inboxes as ci', 'ci.id', 's.contact_inbox_id')
    .select('m.id')
    .where('ci.contact_id', '=', contact.id)
    .where('s.status', '=', 'accepted')
    .where('s.ended_at', '>', new Date(now.getTime() - HOUR))
    .where(isOfProgram)
    .limit(MOST_AUTOMATIC)
    .execute();
  return rows.length;
}
