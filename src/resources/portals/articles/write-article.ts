import { sql } from 'kysely';
import { json } from '../../../db/dialect.ts';
import { writeArticles } from '../../../db/search/article-index.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, invalidField } from '../../../errors.ts';
import { type ArticleRecord, rootOf } from '../../../records/help-centre/article.ts';
import type { PortalRecord } from '../../../records/help-centre/portal.ts';
import { readAgents } from '../../../records/read-agents.ts';
import { GAP } from '../reorder.ts';
import type { ArticleInput } from './article-input.ts';
import { findArticle } from './queries.ts';

/** The columns set by `input`, except position and relations; undefined = unchanged. */
export function articleColumns(input: ArticleInput) {
  return {
    title: input.title,
    slug: input.slug,
    content: input.content,
    description: input.description,
    status: input.status,
    position: input.position,
    meta: input.meta && json(input.meta),
  };
}

/** Throws `error`, or `invalid` where it means that another article of the portal has the name in addresses. */
export function refuseSecondSlug(error: unknown): never {
  throw isUniqueViolation(error, 'articles', 'slug') ? invalidField('slug', 'has already been taken') : error;
}

/** @throws AppError `invalid` unless the user is a member of the account; undefined is nobody in particular */
export async function checkAuthor(tx: Tx, { accountId }: PortalRecord, authorId: number | undefined): Promise<void> {
  if (authorId === undefined) return;
  const [author] = await readAgents(tx, accountId, { ids: [authorId] });
  if (!author) throw invalidField('author_id', 'must be a member of the account');
}

/** The position behind all articles of the portal. */
export async function nextPosition(tx: Tx, portalId: number): Promise<number> {
  const { last } = await tx.db
    .selectFrom('articles')
    .where('portal_id', '=', portalId)
    .select(sql<number | null>`max(position)`.as('last'))
    .executeTakeFirstOrThrow();
  return Math.min((last ?? 0) + GAP, 2 ** 31 - 1);
}

/**
 * Makes the article a translation of another article of the portal; null = of none, undefined = unchanged. Its own
 * translations become translations of that article.
 * @throws AppError `not_found`; `invalid` for the article itself
 */
export async function setRoot(
  tx: Tx,
  { id, portalId }: Pick<ArticleRecord, 'id' | 'portalId'>,
  rootId: number | null | undefined,
): Promise<void> {
  if (rootId === undefined) return;
  const root = rootId === null ? null : rootOf(found(await findArticle(tx, portalId, rootId), 'Article'));
  if (root === id) throw invalidField('associated_article_id', 'must be an article that is no translation of it');
  await tx.db
    .updateTable('articles')
    .set({ associated_article_id: root })
    .where((eb) => eb.or([eb('id', '=', id), ...(root === null ? [] : [eb('associated_article_id', '=', id)])]))
    .execute();
}

/** The article as it is now, whose words go into the index. @throws AppError `not_found` */
export async function indexed(tx: Tx, portalId: number, id: number): Promise<ArticleRecord> {
  const article = found(await findArticle(tx, portalId, id), 'Article');
  await writeArticles(tx, [article]);
  return article;
}
