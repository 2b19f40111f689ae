import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';

/** Locks the row of the account until the end of the transaction: who locks it next sees what has been written until then. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await withRowLock(tx, tx.db.selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
}
