import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/**
 * Refuses another inbox where the account's plan, or else the installation, allows no more. Call it with the account's
 * row locked: two requests at once could otherwise both add the last one allowed.
 * @throws AppError `plan_limit`
 */
export async function checkInboxLimit(tx: Tx, accountId: number): Promise<void> {
  const { limits } = await tx.db
    .selectFrom('accounts')
    .select('limits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const limit = limits.inboxes ?? (tx.installation.limits.inboxes || null);
  if (limit === null || (await countInboxes(tx, accountId)) < limit) return;
  throw new AppError('plan_limit', 'Account limit exceeded. Please upgrade your plan', {
    detail: `this account may have ${limit} inboxes; delete one, or have the limit raised`,
  });
}

async function countInboxes(tx: Tx, accountId: number): Promise<number> {
  const { count } = await activeInboxes(tx)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
