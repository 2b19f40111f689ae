import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import { type CategoryRecord, findCategory } from '../../../records/help-centre/category.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import { moveCounts } from '../articles/keep-counts.ts';
import type { CategoryInput } from './category-input.ts';
import { categoryColumns, checkLocale, refuseSecondSlug, setParent, setRelated, setRoot } from './write-category.ts';

/**
 * Changes a category; values missing in `input` stay. Its articles change to its new locale.
 * @throws AppError as `createCategory`, and `not_found` when the category was deleted
 */
export function updateCategory(
  tx: Tx,
  portal: PortalRecord,
  { id }: CategoryRecord,
  input: CategoryInput,
  now: Date,
): Promise<CategoryRecord> {
  return inTransaction(tx, async (tx) => {
    const locked = await lockPortal(tx, portal);
    const before = found(await findCategory(tx, portal.id, id), 'Category');
    const moves = input.locale !== undefined && input.locale !== before.locale;
    if (moves) checkLocale(locked, input.locale ?? '');
    await tx.db
      .updateTable('categories')
      .set({ ...categoryColumns(input), ...(moves && { parent_category_id: null }), updated_at: now })
      .where('id', '=', id)
      .execute()
      .catch(refuseSecondSlug);
    if (moves) await moveContent(tx, before, input.locale ?? '', now);
    const category = found(await findCategory(tx, portal.id, id), 'Category');
    await setParent(tx, category, input.parentId);
    await setRoot(tx, category, input.rootId);
    await setRelated(tx, category, input.relatedIds);
    return found(await findCategory(tx, portal.id, id), 'Category');
  });
}

/** Articles follow their category into its locale; categories below it stay in theirs. */
async function moveContent(tx: Tx, before: CategoryRecord, locale: string, now: Date): Promise<void> {
  const { id, portalId } = before;
  await moveCounts(tx, 'locale', { from: before.locale, to: locale }, { portal_id: portalId, category_id: id });
  await tx.db.updateTable('articles').set({ locale, updated_at: now }).where('category_id', '=', id).execute();
  await tx.db
    .updateTable('categories')
    .set({ parent_category_id: null, updated_at: now })
    .where('parent_category_id', '=', id)
    .execute();
}
