import { inList } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { lockPortal, type PortalRecord } from '../../../records/help-centre/portal.ts';
import { recounting } from './keep-counts.ts';

/**
 * Deletes the portal's articles with these ids. The first translation of a deleted original becomes the original. Returns
 * the number of deleted articles.
 */
export function deleteArticles(tx: Tx, portal: PortalRecord, ids: number[]): Promise<number> {
  const given = JSON.stringify(ids);
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    const left = await tx.db
      .selectFrom('articles')
      .select(['id', 'associated_article_id as rootId'])
      .where('portal_id', '=', portal.id)
      .where(inList(tx, 'associated_article_id', given))
      .orderBy('id')
      .execute();
    const staying = left.filter(({ id }) => !ids.includes(id));
    for (const [, translations] of Map.groupBy(staying, ({ rootId }) => rootId)) {
      await exchangeRoot(
        tx,
        translations.map(({ id }) => id),
      );
    }
    const those = tx.db
      .deleteFrom('articles')
      .where('portal_id', '=', portal.id)
      .where(inList(tx, 'id', given))
      .returning('id');
    const deleted = await recounting(tx, portal.id, ids, () => those.execute());
    return deleted.length;
  });
}

/** Makes the first translation the original of the others. */
async function exchangeRoot(tx: Tx, [first = 0, ...others]: number[]): Promise<void> {
  await tx.db.updateTable('articles').set({ associated_article_id: null }).where('id', '=', first).execute();
  await tx.db
    .updateTable('articles')
    .set({ associated_article_id: first })
    .where(inList(tx, 'id', JSON.stringify(others)))
    .execute();
}
