import { sql } from 'kysely';
import type { Rows } from '../../db/pages/paged.ts';
import { matchingArticles } from '../../db/search/article-index.ts';
import { wordQuery } from '../../db/search/words.ts';
import type { Tx } from '../../db/tx.ts';

export type FoundArticle = Awaited<ReturnType<typeof searchArticles>>[number];

/** A page of the account's articles with all words of `text`, the last as a prefix; last changed first. */
export async function searchArticles(tx: Tx, accountId: number, text: string, { limit, offset }: Rows) {
  const query = wordQuery(text);
  if (query === null) return [];
  return tx.db
    .selectFrom('articles as a')
    .innerJoin('portals as p', 'p.id', 'a.portal_id')
    .leftJoin('categories as c', 'c.id', 'a.category_id')
    .where('a.id', 'in', sql<number>`${matchingArticles(tx, accountId, query)}`)
    .where('a.account_id', '=', accountId)
    .where('p.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.account_id as accountId',
      'a.title',
      'a.locale',
      'a.content',
      'a.slug',
      'a.status',
      'a.updated_at as updatedAt',
      'p.slug as portalSlug',
      'c.name as categoryName',
    ])
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
