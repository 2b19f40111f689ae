import type { Tx } from '../db/tx.ts';
import { enqueue } from '../queue.ts';
import { REMOVE_FILES } from './remove-queued.ts';

/** Keys of one job: few enough for one question to the database. */
const AT_ONCE = 500;

/**
 * Queues the removal of the files with these keys after the commit, except files that a row names by then. Must be called in
 * the transaction that stops naming them. The job belongs to the installation, because it may outlive the account; in the
 * removal of an account, its payload names the account.
 */
export async function dropFiles(tx: Tx, keys: string[], now: Date): Promise<void> {
  const { removedAccountId: accountId } = tx;
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const payload = { keys: keys.slice(start, start + AT_ONCE), ...(accountId !== null && { account_id: accountId }) };
    await enqueue(tx, { kind: REMOVE_FILES, accountId: null, payload }, now);
  }
}
