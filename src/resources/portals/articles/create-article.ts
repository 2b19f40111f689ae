import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { ArticleRecord } from '../../../records/help-centre/article.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import type { ArticleInput } from './article-input.ts';
import { addToCounts } from './keep-counts.ts';
import { freeSlug } from './free-slug.ts';
import { placeOf } from './place-of.ts';
import { articleColumns, checkAuthor, indexed, nextPosition, refuseSecondSlug, setRoot } from './write-article.ts';

/**
 * Adds an article to the end of the portal.
 * @throws AppError `invalid` for a taken slug, an author who is not a member, and as `placeOf` and `setRoot`; `not_found`
 *   when the portal, the category or the original does not exist
 */
export function createArticle(
  tx: Tx,
  portal: PortalRecord,
  input: ArticleInput & { title: string; authorId: number },
  now: Date,
): Promise<ArticleRecord> {
  return inTransaction(tx, async (tx) => {
    const locked = await lockPortal(tx, portal);
    await checkAuthor(tx, portal, input.authorId);
    const { locale, categoryId } = await placeOf(tx, locked, null, input);
    const { id } = await tx.db
      .insertInto('articles')
      .values({
        ...articleColumns(input),
        account_id: portal.accountId,
        portal_id: portal.id,
        category_id: categoryId,
        author_id: input.authorId,
        title: input.title,
        slug: input.slug ?? (await freeSlug(tx, portal.id, input.title, now)),
        locale,
        position: input.position ?? (await nextPosition(tx, portal.id)),
        meta: json(input.meta ?? {}),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondSlug);
    await addToCounts(tx, portal.id, [id], 1);
    await setRoot(tx, { id, portalId: portal.id }, input.rootId);
    return indexed(tx, portal.id, id);
  });
}
