import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { orNull } from '../../errors.ts';
import { endJob } from '../../queue.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { readMessages } from '../../records/read-messages.ts';
import { findMessage } from '../messages/queries.ts';
import { writeSources } from '../receiving/message-sources.ts';
import { changeMessage } from '../sending/end-sending.ts';
import { ended } from '../sending/ended.ts';
import { isWorthMail, queueContinuity } from './plan-continuity.ts';

/** A mail, by the messages that it has, and the job that sends it. */
export type UnderWay = { conversation: ConversationRecord; messageIds: readonly number[]; jobId: number };

/** How a mail ended: with its Message-ID, without brackets, or the reason why it was not sent. */
export type MailEnd = { messageId: string | null; error: string | null };

/** Stores how the mail ended, with each of its messages too, and plans the next one with what was written meanwhile. */
export function endContinuity(tx: Tx, underWay: UnderWay, end: MailEnd, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { messageIds, jobId } = underWay;
    const conversation = await lockIfThere(tx, underWay.conversation.id);
    if (conversation === null) {
      await endJob(tx, jobId, now);
      return;
    }
    const partIds = end.messageId === null ? [] : [end.messageId];
    const rows = await tx.db
      .updateTable('sendings')
      .set(ended({ partIds, error: end.error }, now))
      .where('message_id', 'in', messageIds)
      .where('status', '=', 'queued')
      .returning('message_id as id')
      .execute();
    const messages = await readMessages(
      tx,
      rows.map(({ id }) => id),
    );
    for (const message of messages) await noteContinuity(tx, conversation, message, end.error, now);
    const last = messages.at(-1);
    if (last && partIds.length > 0) await writeSources(tx, { inboxId: last.inboxId, messageId: last.id }, partIds);
    await endJob(tx, jobId, now);
    const next = await findNext(tx, conversation.id, messageIds.at(-1) ?? 0);
    if (next !== null) await queueContinuity(tx, conversation, next, now);
  });
}

/** Stores that an attempt failed which is repeated later, and why. */
export async function postponeContinuity(tx: Tx, { messageIds }: UnderWay, reason: string): Promise<void> {
  await tx.db
    .updateTable('sendings')
    .set((eb) => ({ begun_at: null, attempts_count: eb('attempts_count', '+', 1), last_error: reason }))
    .where('message_id', 'in', messageIds)
    .where('status', '=', 'queued')
    .execute();
}

/** Stores with the message of the locked conversation that a mail has it, or with `error` why none arrived. */
export function noteContinuity(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  error: string | null,
  now: Date,
): Promise<void> {
  const noted = {
    status: error === null ? 'accepted' : 'failed',
    at: now.toISOString(),
    ...(error !== null && { error }),
  };
  const contentAttributes = { ...message.contentAttributes, email_continuity: noted };
  return changeMessage(tx, conversation, message, { ...message, contentAttributes }, now);
}

/** The mail with this message did not arrive: the message itself can still be read where it was written. */
export function noteBounce(
  tx: Tx,
  place: { conversationId: number; messageId: number },
  error: string,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockIfThere(tx, place.conversationId);
    const message = conversation && (await findMessage(tx, place.conversationId, place.messageId));
    if (message) await noteContinuity(tx, conversation, message, error, now);
  });
}

/** The conversation, locked; null when it has been deleted. */
export function lockIfThere(tx: Tx, id: number): Promise<ConversationRecord | null> {
  return orNull(() => lockConversation(tx, id));
}

/** The first message after this one that may follow the contact; null = there is none. */
async function findNext(tx: Tx, conversationId: number, messageId: number): Promise<number | null> {
  const rows = await tx.db
    .selectFrom('messages')
    .select(['id', 'message_type as messageType', 'private', 'content_type as contentType'])
    .where('conversation_id', '=', conversationId)
    .where('id', '>', messageId)
    .where('message_type', 'in', ['outgoing', 'template'])
    .where('private', '=', false)
    .orderBy('id')
    .execute();
  return rows.find(isWorthMail)?.id ?? null;
}
