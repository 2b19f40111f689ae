import type { Tx } from '../../db/tx.ts';

/** The running erasure of a contact among these ids; null = there is none. */
export async function findRunningErasure(
  tx: Tx,
  accountId: number,
  contactIds: readonly number[],
): Promise<{ id: number; contactId: number } | null> {
  const row = await tx.db
    .selectFrom('erasures')
    .select(['id', 'contact_id as contactId'])
    .where('account_id', '=', accountId)
    .where('contact_id', 'in', contactIds)
    .where('status', '=', 'running')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
