import type { Tx } from '../../db/tx.ts';

/** Locks the account's rules against other writers. To be called before a rule is written. */
export async function lockRules(tx: Tx, accountId: number): Promise<void> {
  await tx.db
    .updateTable('accounts')
    .set((eb) => ({ rule_events: eb.ref('rule_events') }))
    .where('id', '=', accountId)
    .execute();
}

/** Notes in the account what its active rules wait for. To be called after a rule was written. */
export async function noteRuleEvents(tx: Tx, accountId: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('automation_rules')
    .select('event_name as name')
    .distinct()
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .execute();
  const names = rows.map(({ name }) => name).toSorted();
  await tx.db
    .updateTable('accounts')
    .set({ rule_events: names.join(' ') })
    .where('id', '=', accountId)
    .execute();
}
