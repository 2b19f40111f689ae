import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SqlValue } from '../../db/dialect.ts';
import type { Placeholders } from '../../db/prepared.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { CONVERSATION_STATUSES, type ConversationStatus } from '../../entities/conversation.ts';
import { type Bound, listConditions, hasSelectivePart, type Part } from './list-conditions.ts';
import type { Sort } from './schema.ts';

const RANK = sql`case c.priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end`;

/** What was active last comes first. */
export const BY_ACTIVITY = sql`c.last_activity_at desc, c.id desc`;

/** Conversations without a priority, or not waiting, come last in both directions; ties are ordered as in Chatwoot. */
export const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  last_activity_at_desc: BY_ACTIVITY,
  last_activity_at_asc: sql`c.last_activity_at asc, c.id asc`,
  created_at_desc: sql`c.display_id desc`,
  created_at_asc: sql`c.display_id asc`,
  priority_desc: sql`${RANK} desc, ${BY_ACTIVITY}`,
  priority_asc: sql`${RANK} = 0, ${RANK} asc, ${BY_ACTIVITY}`,
  priority_desc_created_at_asc: sql`${RANK} desc, c.display_id asc`,
  waiting_since_desc: sql`c.waiting_since is null, c.waiting_since desc, c.display_id asc`,
  waiting_since_asc: sql`c.waiting_since is null, c.waiting_since asc, c.display_id asc`,
};

/** `most`: how many rows of each ordered list can stand on the page or before it. */
export type PageValues = Bound & Rows & { most: number };
type Values = Placeholders<PageValues>;

/**
 * The keys of a page for which no index has the order of the list; null = an index has it. The page is built from the
 * first rows of a few lists that indexes do have, or from the few conversations that the filter leads to.
 */
export function keysOf(
  tx: Tx,
  values: Values,
  parts: Part[],
  assignment: RawBuilder<SqlBool>[],
  sort: Sort,
): RawBuilder<number> | null {
  const order = ORDERS[sort];
  const page = (where: RawBuilder<unknown>) =>
    sql<number>`(select c.id from conversations c where ${where} order by ${order} limit ${values.limit} offset ${values.offset})`;

  if (hasSelectivePart(parts)) return page(sql.join([...listConditions(tx, values, parts), ...assignment], sql` and `));
  if (isByActivityOnly(sort, parts)) {
    const where = sql.join([...listConditions(tx, values, parts), ...assignment], sql` and `);
    const direction = sort === 'last_activity_at_asc' ? sql`asc` : sql`desc`;
    return sql`(${mergeStatuses(tx, CONVERSATION_STATUSES, where, direction, values)})`;
  }
  const lists = listsInOrder(sort, parts);
  if (lists === null) return null;
  const heads = lists.map((list) => firstKeysOf(tx, values, parts, assignment, list));
  return page(sql`c.id in (${sql.join(heads, sql` union all `)})`);
}

/** Whether the list is by activity, of all statuses and without a filter by inboxes. */
function isByActivityOnly(sort: Sort, parts: Part[]): boolean {
  const isOfAll = !parts.some((part) => part === 'status' || part === 'inbox' || part === 'inboxes');
  return isOfAll && sort.startsWith('last_activity_at');
}

/**
 * The keys of a page of conversations with a status in `statuses` (not empty) that meet `where`, by activity; `most` is
 * offset plus limit. An index sorts the conversations of each status, and both databases merge these lists row by row, as
 * far as the page needs. A further index over all statuses would cost two more writes per message.
 */
export function mergeStatuses(
  tx: Tx,
  statuses: readonly ConversationStatus[],
  where: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  { limit, offset, most }: { [Name in keyof Rows | 'most']: SqlValue<number> },
): RawBuilder<{ id: number }> {
  const order = sql`order by 2 ${direction}, 1 ${direction}`;
  const lists = statuses.map((status) => {
    const list = sql`select c.id, c.last_activity_at from conversations c where c.status = ${sql.lit(status)} and ${where}`;
    // PostgreSQL does not see that a part of a union is in order unless the part says so; SQLite allows no order there.
    return tx.isPostgres && statuses.length > 1 ? sql`(${list} ${order} limit ${most})` : list;
  });
  return sql`select id from (${sql.join(lists, sql` union all `)} ${order} limit ${limit} offset ${offset}) merged`;
}

/** What tells the ordered lists apart. */
type Column = 'status' | 'inbox' | 'priority';

/** Lists that an index keeps in `order`: one for each combination of the values of `columns`, limited by `where`. */
type OrderedList = { columns: Column[]; where: RawBuilder<SqlBool>[]; order: RawBuilder<unknown> };

const BY_NUMBER = sql`c.display_id`;

function listsInOrder(sort: Sort, parts: Part[]): OrderedList[] | null {
  if (sort === 'priority_desc' || sort === 'priority_asc') {
    return [
      { columns: ['status', 'priority'], where: [], order: BY_ACTIVITY },
      { columns: ['status'], where: [sql`c.priority is null`], order: BY_ACTIVITY },
    ];
  }
  if (sort === 'priority_desc_created_at_asc') {
    return [
      // Sorted without an index: few have a priority.
      { columns: ['status', 'priority'], where: [], order: BY_NUMBER },
      { columns: ['status'], where: [sql`c.priority is null`], order: BY_NUMBER },
    ];
  }
  if (sort === 'waiting_since_asc' || sort === 'waiting_since_desc') {
    const direction = sort === 'waiting_since_asc' ? sql`asc` : sql`desc`;
    const order = sql`c.waiting_since ${direction}, ${BY_NUMBER}`;
    return [
      { columns: ['status'], where: [sql`c.waiting_since is not null`], order },
      { columns: ['status'], where: [sql`c.waiting_since is null`], order: BY_NUMBER },
    ];
  }
  const ofInboxes = parts.includes('inboxes') || parts.includes('inbox');
  return ofInboxes && sort.startsWith('last_activity_at')
    ? [{ columns: ['inbox', 'status'], where: [], order: ORDERS[sort] }]
    : null;
}

/** The condition on each column; it replaces the filter's own part. */
const COMPARES: Record<Column, RawBuilder<SqlBool>> = {
  status: sql`c.status = l.status`,
  inbox: sql`c.inbox_id = l.inbox`,
  priority: sql`c.priority = l.priority`,
};
const PARTS: Record<Column, Part[]> = { status: ['status'], inbox: ['inbox', 'inboxes'], priority: [] };

/** The first keys of each of the lists. */
function firstKeysOf(
  tx: Tx,
  values: Values,
  parts: Part[],
  assignment: RawBuilder<SqlBool>[],
  { columns, where, order }: OrderedList,
): RawBuilder<unknown> {
  const compared = columns.flatMap((column) => PARTS[column]);
  const all = [
    ...listConditions(
      tx,
      values,
      parts.filter((part) => !compared.includes(part)),
      !columns.includes('inbox'),
    ),
    ...columns.map((column) => COMPARES[column]),
    ...where,
    ...assignment,
  ];
  const head = sql`(select c.id from conversations c where ${sql.join(all, sql` and `)} order by ${order} limit ${values.most})`;
  const each = eachOf(tx, values, columns);
  // SQLite has no "lateral", and PostgreSQL would run the second form again for each conversation.
  return tx.isPostgres
    ? sql`select h.id from ${each} cross join lateral ${head} h`
    : sql`select h.id from ${each} cross join conversations h where h.id in ${head}`;
}

function eachOf(tx: Tx, values: Values, columns: Column[]): RawBuilder<unknown> {
  const of = {
    status: elements(tx, values.statuses, 'status'),
    inbox: elements(tx, values.inboxIds, 'inbox'),
    priority: elements(tx, sql.lit('["urgent","high","medium","low"]'), 'priority'),
  };
  return sql`(select * from ${sql.join(
    columns.map((column) => of[column]),
    sql` cross join `,
  )}) l`;
}

/** The elements of a JSON array as a table with a single column; inboxes are numbers. */
function elements(tx: Tx, json: unknown, name: Column): RawBuilder<unknown> {
  const column = sql.ref(name);
  if (!tx.isPostgres) return sql`(select value as ${column} from json_each(${json}))`;
  const value = name === 'inbox' ? sql`value::int` : sql`value`;
  return sql`(select ${value} as ${column} from jsonb_array_elements_text(${json}::jsonb)) ${sql.ref(`${name}_list`)}`;
}
