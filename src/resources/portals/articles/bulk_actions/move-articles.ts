import { inList } from '../../../../db/dialect.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { Tx } from '../../../../db/tx.ts';
import { invalidField } from '../../../../errors.ts';
import { findCategory } from '../../../../records/help-centre/category.ts';
import { lockPortal, type PortalRecord } from '../../../../records/help-centre/portal.ts';
import { recounting } from '../keep-counts.ts';

/**
 * Moves the portal's articles with these ids into a category, and so into its locale. Returns their number.
 * @throws AppError `invalid` for an unknown category
 */
export function moveArticles(
  tx: Tx,
  portal: PortalRecord,
  ids: number[],
  categoryId: number,
  now: Date,
): Promise<number> {
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    const category = await findCategory(tx, portal.id, categoryId);
    if (!category) throw invalidField('category_id', 'must be the id of a category of the portal');
    const move = tx.db
      .updateTable('articles')
      .set({ category_id: category.id, locale: category.locale, updated_at: now })
      .where('portal_id', '=', portal.id)
      .where(inList(tx, 'id', JSON.stringify(ids)))
      .returning('id');
    const moved = await recounting(tx, portal.id, ids, () => move.execute());
    return moved.length;
  });
}
