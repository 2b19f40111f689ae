import { inList } from '../../../../db/dialect.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { Tx } from '../../../../db/tx.ts';
import type { ArticleStatus } from '../../../../entities/article.ts';
import { lockPortal, type PortalRecord } from '../../../../records/help-centre/portal.ts';
import { recounting } from '../keep-counts.ts';

/** Sets the status of the portal's articles with these ids. Returns their number. */
export function updateStatuses(
  tx: Tx,
  portal: PortalRecord,
  ids: number[],
  status: ArticleStatus,
  now: Date,
): Promise<number> {
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    const change = tx.db
      .updateTable('articles')
      .set({ status, updated_at: now })
      .where('portal_id', '=', portal.id)
      .where(inList(tx, 'id', JSON.stringify(ids)))
      .returning('id');
    const changed = await recounting(tx, portal.id, ids, () => change.execute());
    return changed.length;
  });
}
