import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { withRowLock } from '../../db/dialect.ts';
import { lockAccount } from '../../records/access/lock-account.ts';

/**
 * Locks the account's policies about assignment against other writers. To be called before one is written, or an inbox or
 * member gets or loses one. Inboxes are locked before their account, as where an inbox is changed.
 */
export async function lockAssigning(tx: Tx, accountId: number): Promise<void> {
  const inboxes = tx.db.selectFrom('inboxes').select('id').where('account_id', '=', accountId).orderBy('id');
  await withRowLock(tx, inboxes).execute();
  await lockAccount(tx, accountId);
}

/** Updates, in the account's inboxes, whether they assign waiting conversations. To be called after a write that affects it. */
export async function noteAssigning(tx: Tx, accountId: number): Promise<void> {
  const assigns = sql<boolean>`(
    exists (select 1 from assignment_policies p where p.id = inboxes.assignment_policy_id and p.enabled)
    or exists (select 1 from inbox_capacity_limits l where l.inbox_id = inboxes.id)
  )`;
  await tx.db
    .updateTable('inboxes')
    .set({ assigns_waiting: assigns })
    .where('account_id', '=', accountId)
    .where('assigns_waiting', '!=', assigns)
    .execute();
}
