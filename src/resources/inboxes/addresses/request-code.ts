import { checkHourlyLimit } from '../../../conversations/hourly-limit.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { AppError } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { InboxRow } from '../queries.ts';

const KIND = 'address_code';
/** Anyone's address may be given. */
const PER_HOUR = 20;

/**
 * Queues a mail with a code to the address of an e-mail inbox.
 * @throws AppError `bad_request` for an inbox of another kind; `too_many_requests` for an account that has sent twenty within
 *   the hour
 */
export function requestCode(tx: Tx, { id: accountId }: AccountRecord, inbox: InboxRow, now: Date): Promise<void> {
  if (inbox.channel.type !== 'email') throw new AppError('bad_request', 'Codes are mailed for e-mail inboxes only');
  return inTransaction(tx, async (tx) => {
    await checkHourlyLimit(tx, accountId, { kind: KIND, what: 'codes', perHour: PER_HOUR }, now);
    await enqueue(tx, { kind: KIND, accountId, payload: { inbox_id: inbox.id } }, now);
  });
}
