import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { enqueue } from '../queue.ts';
import { checkContactsShare } from './contacts-share.ts';
import { checkHourlyLimit } from './hourly-limit.ts';

const KIND = 'conversation_transcript';

/**
 * Queues a mail with the conversation's transcript to `email`. `perHour` limits the requests of an account within an
 * hour; 0 = no limit. Those of contacts are limited further, by `checkContactsShare`.
 * @throws AppError `too_many_requests` beyond the limits
 */
export function requestTranscript(
  tx: Tx,
  conversation: ConversationRecord,
  input: { email: string; perHour: number; isByContact?: boolean },
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { account, id } = conversation;
    const { email, perHour, isByContact = false } = input;
    await checkHourlyLimit(tx, account.id, { kind: KIND, what: 'transcripts', perHour }, now);
    if (isByContact) await checkContactsShare(tx, account.id, { kind: KIND, email, perHour }, now);
    const payload = { conversation_id: id, email, ...(isByContact && { by_contact: true }) };
    await enqueue(tx, { kind: KIND, accountId: account.id, payload }, now);
  });
}
