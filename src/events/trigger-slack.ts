import type { Tx } from '../db/tx.ts';
import { enqueueUnlessPending } from '../queue.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { MessageRecord } from '../records/message.ts';

/** The kind of jobs that send a conversation's new messages to Slack. */
export const TELL_SLACK = 'tell_slack';

/** The subject of a conversation's job. */
const slackSubject = (conversationId: number): string => `slack ${conversationId}`;

/**
 * Queues a job that tells Slack of the message, in the transaction that adds it and has the conversation locked; nothing for
 * accounts that are not in Slack, which the record of the inbox says without a statement.
 */
export async function triggerSlack(
  tx: Tx,
  { id, account, inbox }: ConversationRecord,
  message: MessageRecord,
  now: Date,
): Promise<void> {
  if (!inbox.tellsSlack) return;
  const payload = { conversation_id: id, message_id: message.id };
  const job = { kind: TELL_SLACK, accountId: account.id, subject: slackSubject(id), payload };
  await enqueueUnlessPending(tx, [TELL_SLACK], job, now);
}
