import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { lockAccount } from '../../records/access/lock-account.ts';

/** Locks the account's members and their roles until the end of the transaction. */
export function lockAccountMembers(tx: Tx, accountId: number): Promise<void> {
  return lockAccount(tx, accountId);
}

/** The number of members of the account; with `role`, of those with this role. */
export async function countMembers(tx: Tx, accountId: number, role?: 'administrator'): Promise<number> {
  const { count } = await tx.db
    .selectFrom('account_users')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'administrator'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Refuses to add `more` members where the account's plan, or else the installation, allows fewer in all. Call it after
 * `lockAccountMembers`.
 * @throws AppError `plan_limit`
 */
export async function checkAgentLimit(tx: Tx, accountId: number, more: number): Promise<void> {
  const { limits } = await tx.db
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = limits.agents ?? (tx.installation.limits.agents || null);
  if (limit === null || (await countMembers(tx, accountId)) + more <= limit) return;
  throw new AppError('plan_limit', 'Account limit exceeded. Please purchase more licenses', {
    detail: `this account may have ${limit} agents; remove one, or have the limit raised`,
  });
}
