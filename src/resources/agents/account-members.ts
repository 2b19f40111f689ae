import { withRowLock } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { AppError } from '../../errors.ts';

/** Locks the account's members and their roles until the end of the transaction. */
export async function lockAccountMembers(em: EntityManager, accountId: number): Promise<void> {
  await withRowLock(em, db(em).selectFrom('accounts').select('id').where('id', '=', accountId)).execute();
}

/** The number of members of the account; with `role`, of those with this role. */
export async function countMembers(em: EntityManager, accountId: number, role?: 'administrator'): Promise<number> {
  const { count } = await db(em)
    .selectFrom('account_users')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'administrator'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Refuses `more` members where the account's plan, or else the installation, allows fewer. Call it after
 * `lockAccountMembers`.
 * @throws AppError `plan_limit`
 */
export async function checkAgentLimit(em: EntityManager, accountId: number, more: number): Promise<void> {
  const { limits } = await db(em)
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = limits.agents ?? (installationOf(em).limits.agents || null);
  if (limit === null || (await countMembers(em, accountId)) + more <= limit) return;
  throw new AppError('plan_limit', 'Account limit exceeded. Please purchase more licenses', {
    detail: `this account may have ${limit} agents; remove one, or have the limit raised`,
  });
}
