import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { invalid } from '../errors.ts';
import { inTransaction } from '../db/transaction.ts';
import { enqueue } from '../queue.ts';
import { checkContactsShare } from './contacts-share.ts';
import { checkHourlyLimit } from './hourly-limit.ts';
import { checkUnproved, isProvedAddress } from './continuity/unproved-addresses.ts';

const KIND = 'conversation_transcript';

/**
 * Queues a mail with the conversation's transcript to `email`. `perHour` limits the account's requests per hour; 0 = no limit.
 * Requests of contacts are limited further by `checkContactsShare` and `checkUnproved`.
 * @throws AppError `too_many_requests` beyond the limits; `invalid` for a contact before the team's first message
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
    // Until then, all that is in it is what anybody may have written to somebody else's address.
    if (isByContact && conversation.firstReplyCreatedAt === null) {
      throw invalid('Validation failed', 'there is no transcript before the team has answered', []);
    }
    const isUnproved = isByContact && !(await isProvedAddress(tx, conversation, email));
    if (isByContact) await checkContactsShare(tx, account.id, { kind: KIND, email, perHour }, now);
    if (isUnproved) await checkUnproved(tx, account.id, KIND, now);
    const marks = { ...(isByContact && { by_contact: true }), ...(isUnproved && { unproved: true }) };
    const payload = { conversation_id: id, email, ...marks };
    await enqueue(tx, { kind: KIND, accountId: account.id, payload }, now);
  });
}
