import { withDeletionLock } from '../../db/dialect.ts';
import { mergeDeletedArticles } from '../../db/search/article-index.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';

/** Rows removed in one transaction: few, so that other requests do not wait long. */
const BATCH = 100;

/** The portals of the account, also deleted ones. */
export async function portalIdsOf(tx: Tx, accountId: number): Promise<number[]> {
  const portals = await tx.db.selectFrom('portals').select('id').where('account_id', '=', accountId).execute();
  return portals.map(({ id }) => id);
}

/**
 * Removes up to `BATCH` articles of the portal, or else so many of its categories, or else their counts, or else the
 * portal itself with its logo. Returns whether it is gone.
 */
export async function removePartOfPortal(tx: Tx, accountId: number, portalId: number, now: Date): Promise<boolean> {
  const isGone = await inTransaction(tx, async (tx) => {
    // A job for the portal and one for its account may come to it in the same moment.
    if (!(await lockToRemove(tx, accountId, portalId))) return true;
    for (const table of ['articles', 'categories'] as const) {
      const some = tx.db.selectFrom(table).select('id').where('portal_id', '=', portalId).limit(BATCH);
      const removed = await tx.db.deleteFrom(table).where('id', 'in', some).returning('id').execute();
      if (removed.length > 0) return false;
    }
    if (await removeCounts(tx, portalId)) return false;
    await forgetAvatar(tx, { type: 'Portal', id: portalId }, now);
    await tx.db.deleteFrom('portals').where('id', '=', portalId).execute();
    return true;
  });
  await mergeDeletedArticles(tx);
  return isGone;
}

/** Removes what is counted under up to `BATCH` categories. Returns whether there was anything. */
async function removeCounts(tx: Tx, portalId: number): Promise<boolean> {
  const some = tx.db
    .selectFrom('article_counts')
    .select(['locale', 'category_id'])
    .where('portal_id', '=', portalId)
    .limit(BATCH);
  const removed = await tx.db
    .deleteFrom('article_counts')
    .where('portal_id', '=', portalId)
    .where((eb) => eb(eb.refTuple('locale', 'category_id'), 'in', some.$asTuple('locale', 'category_id')))
    .returning('count')
    .execute();
  return removed.length > 0;
}

/** Whether the account has the portal, which is then locked until the end of the transaction. */
async function lockToRemove(tx: Tx, accountId: number, id: number): Promise<boolean> {
  const portal = tx.db.selectFrom('portals').select('id').where('id', '=', id).where('account_id', '=', accountId);
  return (await withDeletionLock(tx, portal).executeTakeFirst()) !== undefined;
}
