import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { AppError } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/**
 * Refuses another inbox where the account's plan, or else the installation, allows no more. Call it with the account's
 * row locked: two requests at once could otherwise both add the last one allowed.
 * @throws AppError `plan_limit`
 */
export async function checkInboxLimit(em: EntityManager, accountId: number): Promise<void> {
  const { limits } = await db(em)
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = limits.inboxes ?? (installationOf(em).limits.inboxes || null);
  if (limit === null || (await countInboxes(em, accountId)) < limit) return;
  throw new AppError('plan_limit', 'Account limit exceeded. Please upgrade your plan', {
    detail: `this account may have ${limit} inboxes; delete one, or have the limit raised`,
  });
}

async function countInboxes(em: EntityManager, accountId: number): Promise<number> {
  const { count } = await activeInboxes(em)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
