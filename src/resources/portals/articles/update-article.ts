import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import type { ArticleRecord } from '../../../records/help-centre/article.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import type { ArticleInput } from './article-input.ts';
import { recounting } from './keep-counts.ts';
import { placeOf } from './place-of.ts';
import { findArticle } from './queries.ts';
import { articleColumns, checkAuthor, indexed, refuseSecondSlug, setRoot } from './write-article.ts';

/**
 * Changes an article; values that `input` leaves out stay.
 * @throws AppError as `createArticle`, and `not_found` when it has been deleted
 */
export function updateArticle(
  tx: Tx,
  portal: PortalRecord,
  { id }: Pick<ArticleRecord, 'id'>,
  input: ArticleInput,
  now: Date,
): Promise<ArticleRecord> {
  return inTransaction(tx, async (tx) => {
    const locked = await lockPortal(tx, portal);
    const before = found(await findArticle(tx, portal.id, id), 'Article');
    await checkAuthor(tx, portal, input.authorId);
    const { locale, categoryId } = await placeOf(tx, locked, before, input);
    const change = tx.db
      .updateTable('articles')
      .set({
        ...articleColumns(input),
        author_id: input.authorId,
        category_id: categoryId,
        locale,
        updated_at: now,
      })
      .where('id', '=', id);
    await recounting(tx, portal.id, [id], () => change.execute().catch(refuseSecondSlug));
    await setRoot(tx, before, input.rootId);
    return indexed(tx, portal.id, id);
  });
}
