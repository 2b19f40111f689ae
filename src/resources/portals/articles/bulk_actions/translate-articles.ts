import { inList } from '../../../../db/dialect.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { Tx } from '../../../../db/tx.ts';
import { type ArticleRecord, rootOf, selectArticles } from '../../../../records/help-centre/article.ts';
import { lockPortal, type PortalRecord } from '../../../../records/help-centre/portal.ts';
import { checkLocale } from '../../categories/write-category.ts';
import { createArticle } from '../create-article.ts';

/** The locale and author of translations, and their category in the locale; null = none. */
export type Target = { locale: string; categoryId: number | null; authorId: number };

/**
 * Copies the portal's articles with these ids as draft translations in another locale, for translators. Articles that are
 * in the locale already, or translated into it, are left out. Returns the drafts, and the number of articles.
 * @throws AppError `invalid` for an unknown locale, and as `createArticle`
 */
export function translateArticles(
  tx: Tx,
  portal: PortalRecord,
  ids: number[],
  { locale, categoryId, authorId }: Target,
  now: Date,
): Promise<{ drafts: ArticleRecord[]; count: number }> {
  return inTransaction(tx, async (tx) => {
    checkLocale(await lockPortal(tx, portal), locale);
    const sources = await articlesOf(tx, portal.id, ids);
    const translated = await translatedInto(tx, locale, sources.map(rootOf));
    const drafts: ArticleRecord[] = [];
    for (const source of sources) {
      const root = rootOf(source);
      if (translated.has(root)) continue;
      translated.add(root);
      const { title, content, description, meta } = source;
      const text = {
        title,
        content,
        description,
        meta,
        status: 'draft',
        slug: undefined,
        position: undefined,
      } as const;
      drafts.push(await createArticle(tx, portal, { ...text, locale, categoryId, authorId, rootId: root }, now));
    }
    return { drafts, count: sources.length };
  });
}

function articlesOf(tx: Tx, portalId: number, ids: number[]): Promise<ArticleRecord[]> {
  return selectArticles(tx.db)
    .where('a.portal_id', '=', portalId)
    .where(inList(tx, 'a.id', JSON.stringify(ids)))
    .orderBy('a.id')
    .execute();
}

/** The row keys of the articles that are in the locale or have a translation in it. */
async function translatedInto(tx: Tx, locale: string, rootIds: number[]): Promise<Set<number>> {
  const roots = JSON.stringify(rootIds);
  const rows = await tx.db
    .selectFrom('articles')
    .select(['id', 'associated_article_id as associatedArticleId'])
    .where('locale', '=', locale)
    .where((eb) => eb.or([inList(tx, 'id', roots), inList(tx, 'associated_article_id', roots)]))
    .execute();
  return new Set(rows.map(rootOf));
}
