import { sql } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { Tx } from '../../db/tx.ts';
import type { ArticleStatus } from '../../entities/article.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { type PortalRecord, selectPortals } from '../../records/help-centre/portal.ts';

/** How many articles with a status a portal has in a locale; how many of these the caller wrote is `mine`. */
type ArticleCount = { portalId: number; locale: string; status: ArticleStatus; count: number; mine: number };
type CategoryCount = { portalId: number; locale: string; count: number };

/** A portal with the further values of answers. */
export type ShownPortal = PortalRecord & {
  articles: ArticleCount[];
  categories: CategoryCount[];
  /** The first inbox that offers it; null = none. */
  inbox: Awaited<ReturnType<typeof offeringInboxes>>[number] | null;
  logo: Awaited<ReturnType<typeof logosOf>>[number] | null;
};

/** The account's portals by id; one page, or all with `page` null. */
export function listPortals(tx: Tx, accountId: number, page: Rows | null): Promise<PortalRecord[]> {
  return paged(selectPortals(tx.db).where('p.account_id', '=', accountId).orderBy('p.id'), page).execute();
}

/** How many portals the account has. */
export async function countPortals(tx: Tx, accountId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('portals')
    .select(countOfRows)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The portals with the further values of answers for this user. */
export async function completePortals(tx: Tx, portals: PortalRecord[], userId: number): Promise<ShownPortal[]> {
  if (portals.length === 0) return [];
  const ids = JSON.stringify(portals.map(({ id }) => id));
  const [articles, categories, inboxes, logos] = await tx.together((tx) => [
    articleCounts(tx, ids, userId),
    categoryCounts(tx, ids),
    offeringInboxes(tx, ids),
    logosOf(tx, ids),
  ]);
  return portals.map((portal) => {
    const isIts = ({ portalId }: { portalId: number | null }) => portalId === portal.id;
    return {
      ...portal,
      articles: articles.filter(isIts),
      categories: categories.filter(isIts),
      inbox: inboxes.find(isIts) ?? null,
      logo: logos.find(isIts) ?? null,
    };
  });
}

const countOfRows = sql<number>`count(*)`.as('count');

function articleCounts(tx: Tx, portalIds: string, userId: number): Promise<ArticleCount[]> {
  return tx.db
    .selectFrom('article_counts')
    .where(inList(tx, 'portal_id', portalIds))
    .select([
      'portal_id as portalId',
      'locale',
      'status',
      sql<number>`sum(count)`.as('count'),
      sql<number>`sum(case when author_id = ${userId} then count else 0 end)`.as('mine'),
    ])
    .groupBy(['portal_id', 'locale', 'status'])
    .execute();
}

/** A portal has at most a thousand, and what is asked for here stands in an index. */
function categoryCounts(tx: Tx, portalIds: string): Promise<CategoryCount[]> {
  return tx.db
    .selectFrom('categories')
    .where(inList(tx, 'portal_id', portalIds))
    .select(['portal_id as portalId', 'locale', countOfRows])
    .groupBy(['portal_id', 'locale'])
    .execute();
}

function offeringInboxes(tx: Tx, portalIds: string) {
  return tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(tx, 'i.portal_id', portalIds))
    .where(isActiveInbox('i'))
    .select([
      'i.portal_id as portalId',
      'i.id',
      'i.name',
      'i.avatar_url as avatarUrl',
      'ch.id as channelId',
      'ch.type as channelType',
    ])
    .orderBy('i.id')
    .execute();
}

function logosOf(tx: Tx, portalIds: string) {
  return tx.db
    .selectFrom('avatars')
    .where('owner_type', '=', 'Portal')
    .where(inList(tx, 'owner_id', portalIds))
    .select(['owner_id as portalId', 'id', 'filename', 'content_type as contentType'])
    .execute();
}
