import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from '../../queue.ts';

/**
 * Queues the mail that welcomes an agent once more. Whether anyone who was invited has the address is looked up when the
 * mail is written, so that neither answer nor time reveal it. A mail for the same address that is still to be written is
 * dropped.
 */
export function resendConfirmation(tx: Tx, email: string, now: Date): Promise<void> {
  return inTransaction(tx, (tx) =>
    enqueue(tx, { kind: 'welcome_again', accountId: null, payload: { email }, subject: email }, now),
  );
}
