import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Placeholders, prepared } from '../prepared.ts';
import type { Tx } from '../tx.ts';
import { matchText } from './match.ts';
import { mergeParts } from './merge-parts.ts';
import { inAccount, type WordQuery, wordsOf } from './words.ts';

// Articles are rarely written, so that they are indexed with their change. Deleted articles leave the index by a trigger on
// SQLite, and by a foreign key on PostgreSQL.

/** The virtual table on SQLite. */
export const ARTICLE_SEARCH = 'article_search';

type IndexedArticle = {
  id: number;
  accountId: number;
  title: string;
  description: string | null;
  content: string | null;
};

/** Writes the words of articles to their index, replacing former entries. */
export async function writeArticles(tx: Tx, articles: readonly IndexedArticle[]): Promise<void> {
  if (articles.length === 0) return;
  const rows = articles.map(({ id, accountId, title, description, content }) => {
    const words = wordsOf([title, description, content].join('\n')).map((word) => inAccount(accountId, word));
    return [id, tx.isPostgres ? words : words.join(' ')];
  });
  const write = tx.isPostgres
    ? sql`insert into article_search (article_id, words)
        select (r->>0)::int, array_to_tsvector(array(select jsonb_array_elements_text(r->1)))
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r
        on conflict (article_id) do update set words = excluded.words`
    : sql`insert or replace into article_search (rowid, words)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})`;
  await write.execute(tx.db);
  await mergeParts(tx, [ARTICLE_SEARCH]);
}

/**
 * On SQLite, writes a few pages of the index without the words of what has just been deleted, in transactions of their
 * own: where very many articles are deleted, this is done in between, or it would take seconds at once in the end.
 */
export function mergeDeletedArticles(tx: Tx): Promise<void> {
  return mergeParts(tx, [ARTICLE_SEARCH]);
}

/** A subquery for the keys of the account's articles that `query` finds. */
export function matchingArticles(tx: Tx, accountId: number, query: WordQuery): RawBuilder<{ id: number }> {
  const match = matchText(tx, accountId, query);
  return tx.isPostgres
    ? sql`(select article_id as id from article_search where words @@ ${match}::tsquery)`
    : sql`(select rowid as id from article_search where article_search match ${match})`;
}

/** The articles after the one with the row key `id`, at most `limit`, as they are written to the index. */
export const articlesAfter = prepared((db: Db, values: Placeholders<{ id: number; limit: number }>) =>
  indexedArticles(db).where('id', '>', values.id).limit(values.limit),
);

/** All articles as they are written to the index, in the order of their keys. */
export const indexedArticles = (db: Db) =>
  db.selectFrom('articles').select(['id', 'account_id as accountId', 'title', 'description', 'content']).orderBy('id');
