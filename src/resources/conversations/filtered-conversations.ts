import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inList, unindexed } from '../../db/dialect.ts';
import { readList } from '../../db/kept/read-list.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { CONVERSATION_STATUSES, type ConversationStatus, type ConversationType } from '../../entities/conversation.ts';
import { compileFilter } from '../../filters/compile.ts';
import type { Condition } from '../../filters/read-conditions.ts';
import { selectConversations } from '../../records/read-conversations.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';
import { BY_ACTIVITY, mergeStatuses } from './order.ts';
import { typeCondition } from './list-conditions.ts';
import { type Counts, countsIn } from './count-conversations.ts';
import { completeListed, type ConversationPage } from './queries.ts';

// As queries.ts and count-conversations.ts do for the list: the stored counts where they serve, then the page. But
// conditions differ with each request, so these statements are not prepared; COUNTED and SELECTIVE name columns here, and
// parts of a filter there.

/** The conversations of the account that meet the conditions, in the inboxes that the caller sees. */
export type VisibleFilter = {
  accountId: number;
  userId: number;
  /** Null = all inboxes. */
  inboxIds: number[] | null;
  conditions: Condition[];
  /** Only those that concern the caller in this way; null = without this limit. */
  type: ConversationType | null;
};

/** As `VisibleFilter`; `caller` is a user, since only members may list. */
export async function visibleFilter(
  tx: Tx,
  account: Pick<AccountRecord, 'id'>,
  caller: Actor,
  conditions: Condition[],
  type: ConversationType | null = null,
): Promise<VisibleFilter> {
  const inboxIds = await visibleInboxIds(tx, account.id, caller);
  return { accountId: account.id, userId: caller.id, inboxIds, conditions, type };
}

/** A page of the matching conversations, last active first. */
export async function listFilteredConversations(tx: Tx, filter: VisibleFilter, page: Rows): Promise<ConversationPage> {
  const ids = idsOnPage(tx, filter, page);
  return readList(tx, {
    name: () => '',
    count: (tx) => countFiltered(tx, filter),
    isWithin: ({ all }) => all > page.offset,
    isQuick: false,
    // How many conversations are passed over cannot be told.
    ids: async (tx) => (await ids.execute(tx.aside.db)).rows,
    keys: null,
    rows: (tx) =>
      selectConversations(tx.aside.db)
        .where('c.id', 'in', sql<number>`(${ids})`)
        .orderBy(BY_ACTIVITY)
        .execute(),
    complete: completeListed,
  });
}

function idsOnPage(tx: Tx, filter: VisibleFilter, page: Rows): RawBuilder<{ id: number }> {
  const where = whereOf(tx, filter);
  const statuses = statusesOf(filter.conditions);
  if (!isSelective(filter.conditions) && statuses.length > 0) {
    return mergeStatuses(tx, statuses, where, sql`desc`, { ...page, most: page.offset + page.limit });
  }
  return sql`select c.id from conversations c where ${where}
    order by ${BY_ACTIVITY} limit ${page.limit} offset ${page.offset}`;
}

/** The columns by which the stored counts are grouped. */
const COUNTED = ['status', 'inbox_id', 'assignee_id'];

/** Uses the stored counts where the conditions allow it, and counts the rows otherwise. */
async function countFiltered(tx: Tx, filter: VisibleFilter): Promise<Counts> {
  const kept =
    filter.type === null && filter.conditions.every(({ attribute }) => COUNTED.includes(attribute.at.column));
  const rows = kept
    ? sql`(select account_id, status, inbox_id, nullif(assignee_id, 0) as assignee_id, count as n from conversation_counts)`
    : sql`conversations`;
  const n = kept ? sql.ref('c.n') : sql.lit(1);
  const { rows: counts } = await sql<Counts>`select
      sum(${n}) as "all",
      sum(case when c.assignee_id = ${filter.userId} then ${n} else 0 end) as "mine",
      sum(case when c.assignee_id is null then ${n} else 0 end) as "unassigned"
    from ${rows} c where ${whereOf(tx, filter, kept ? 'check' : 'search')}`.execute((kept ? tx : tx.aside).db);
  return countsIn(counts);
}

/** How many conversations match, and the greatest row key among them; 0 = none. */
export async function countMatchingConversations(
  tx: Tx,
  filter: VisibleFilter,
): Promise<{ count: number; lastKey: number }> {
  const { rows } = await sql<{ count: number; last: number | null }>`select count(*) as count, max(c.id) as last
    from conversations c where ${whereOf(tx, filter)}`.execute(tx.aside.db);
  return { count: Number(rows[0]?.count ?? 0), lastKey: rows[0]?.last ?? 0 };
}

/** Row keys and numbers of matching conversations in the order of their keys: after `after`, up to `last`. */
export async function matchingConversationKeys(
  tx: Tx,
  filter: VisibleFilter,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<{ key: number; id: number }[]> {
  const { rows } = await sql<{ key: number; id: number }>`select c.id as key, c.display_id as id from conversations c
    where ${whereOf(tx, filter)} and c.id > ${after} and c.id <= ${last} order by c.id limit ${limit}`.execute(
    tx.aside.db,
  );
  return rows;
}

function whereOf(
  tx: Tx,
  { accountId, userId, inboxIds, conditions, type }: VisibleFilter,
  use: 'search' | 'check' = 'search',
): RawBuilder<SqlBool> {
  const account = isSelective(conditions) ? unindexed(tx, 'c.account_id') : sql.ref('c.account_id');
  const all = [
    sql`${account} = ${accountId}`,
    ...(inboxIds === null ? [] : [inList(tx, 'c.inbox_id', JSON.stringify(inboxIds))]),
    ...(type === null ? [] : [typeCondition({ userId }, type)]),
    compileFilter(tx, 'conversation', accountId, conditions, use),
  ];
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}

/** The statuses that a match can have, by the conditions that every match must meet. */
function statusesOf(conditions: Condition[]): ConversationStatus[] {
  const required = conditions.every(({ next }) => next === 'and') ? conditions : [];
  const ofStatus = required.filter(({ attribute }) => attribute.at.column === 'status');
  return CONVERSATION_STATUSES.filter((status) =>
    ofStatus.every(({ operator, values }) => values.includes(status) === (operator === 'equal_to')),
  );
}

/** Attributes from which an index leads to few conversations. */
const SELECTIVE = ['contact_id', 'labels', 'team_id', 'campaign_id'];

/** Whether a condition that every match must meet leads to few conversations. */
function isSelective(conditions: Condition[]): boolean {
  return (
    conditions.every(({ next }) => next === 'and') &&
    conditions.some(({ attribute, operator }) => SELECTIVE.includes(attribute.at.column) && operator === 'equal_to')
  );
}
