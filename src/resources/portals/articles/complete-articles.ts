import { sql } from 'kysely';
import { inList } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import { type ArticleRecord, rootOf } from '../../../records/help-centre/article.ts';
import { readAssignees } from '../../../records/read-agents.ts';
import type { UserRecord } from '../../../records/user.ts';

/** An article with the further values of answers. */
export type ShownArticle = ArticleRecord & { author: UserRecord | null; associated: Translation[] };

type Translation = Awaited<ReturnType<typeof readTranslations>>[number];

/** The articles, all of one account, with their authors and their other translations; two statements. */
export async function completeArticles(tx: Tx, articles: ArticleRecord[]): Promise<ShownArticle[]> {
  const [first] = articles;
  if (!first) return [];
  const authorIds = articles.map(({ authorId }) => authorId).filter((id) => id !== null);
  const [authors, translations] = await tx.together((tx) => [
    readAssignees(tx, authorIds, first.accountId),
    readTranslations(tx, articles.map(rootOf)),
  ]);
  return articles.map((article) => ({
    ...article,
    author: authors.find(({ id }) => id === article.authorId) ?? null,
    associated: translations.filter((other) => other.id !== article.id && rootOf(other) === rootOf(article)),
  }));
}

/** The articles with these row keys, and their translations. */
function readTranslations(tx: Tx, rootIds: number[]) {
  const ids = JSON.stringify([...new Set(rootIds)]);
  return tx.db
    .selectFrom('articles')
    .where(sql<boolean>`(${inList(tx, 'id', ids)} or ${inList(tx, 'associated_article_id', ids)})`)
    .select([
      'id',
      'account_id as accountId',
      'associated_article_id as associatedArticleId',
      'category_id as categoryId',
      'slug',
      'title',
      'description',
      'locale',
      'status',
      'updated_at as updatedAt',
    ])
    .orderBy('id')
    .execute();
}
