import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from '../../queue.ts';

/**
 * Queues a mail with a link to choose another password. Whether there is such a user is looked up when the mail is
 * written, so that neither answer nor time reveal it. A mail for the same address that is still to be written is
 * dropped.
 */
export function requestPassword(tx: Tx, email: string, now: Date): Promise<void> {
  return inTransaction(tx, (tx) =>
    enqueue(tx, { kind: 'reset_password', accountId: null, payload: { email }, subject: email }, now),
  );
}
