import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { CategoryRecord } from '../../../records/help-centre/category.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import { moveCounts } from '../articles/keep-counts.ts';

/** Deletes a category. Its articles stay without a category, and its first translation becomes the original of the others. */
export function deleteCategory(tx: Tx, portal: PortalRecord, { id }: CategoryRecord): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    const translation = await tx.db
      .selectFrom('categories')
      .select('id')
      .where('associated_category_id', '=', id)
      .orderBy('id')
      .executeTakeFirst();
    if (translation) {
      await tx.db
        .updateTable('categories')
        .set({ associated_category_id: translation.id })
        .where('associated_category_id', '=', id)
        .where('id', '!=', translation.id)
        .execute();
    }
    await moveCounts(tx, 'category_id', { from: id, to: 0 }, { portal_id: portal.id });
    await tx.db.deleteFrom('categories').where('id', '=', id).execute();
  });
}
