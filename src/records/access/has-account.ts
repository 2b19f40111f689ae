import type { Tx } from '../../db/tx.ts';

/** Whether the installation has an account. */
export async function hasAccount(tx: Tx): Promise<boolean> {
  return (await tx.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}
