import type { Tx } from '../../db/tx.ts';
import type { Rows } from '../../db/pages/paged.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { unindexed } from '../../db/dialect.ts';
import { compileFilter } from '../../filters/compile.ts';
import type { Condition } from '../../filters/read-conditions.ts';
import { columns } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import { type ContactPage, pageOfRows } from './queries.ts';
import type { Sort } from './schema.ts';

/** A page of the account's contacts that meet the conditions. */
export async function listFilteredContacts(
  tx: Tx,
  accountId: number,
  conditions: Condition[],
  sort: Sort,
  page: Rows,
): Promise<ContactPage> {
  const count = await countFiltered(tx, accountId, conditions);
  // Finding none again would read every contact again.
  const rows = count <= page.offset ? [] : await readPage(tx, accountId, conditions, sort, page);
  return pageOfRows(rows, count);
}

/**
 * The number of contacts that meet the conditions: the stored count without conditions, otherwise counted row by row.
 */
async function countFiltered(tx: Tx, accountId: number, conditions: Condition[]): Promise<number> {
  const query =
    conditions.length === 0
      ? sql<{ n: number }>`select contacts_count as n from accounts where id = ${accountId}`
      : sql<{ n: number }>`select count(*) as n from contacts c where ${whereOf(tx, accountId, conditions)}`;
  const { rows } = await query.execute((conditions.length === 0 ? tx : tx.aside).db);
  return Number(rows[0]?.n ?? 0);
}

function readPage(
  tx: Tx,
  accountId: number,
  conditions: Condition[],
  sort: Sort,
  page: Rows,
): Promise<ContactRecord[]> {
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  const key = sql.ref(`c.${sort.column}`);
  const order = sql`${key} is null, ${key} ${direction}, c.id ${direction}`;
  const keys = sql<number>`(select c.id from contacts c where ${whereOf(tx, accountId, conditions)}
    order by ${order} limit ${page.limit} offset ${page.offset})`;
  return tx.aside.db
    .selectFrom('contacts as c')
    .select(columns('c', CONTACT))
    .where('c.id', 'in', keys)
    .orderBy(order)
    .execute();
}

/** How many contacts match, and the greatest id among them; 0 = none. */
export async function countMatchingContacts(
  tx: Tx,
  accountId: number,
  conditions: Condition[],
): Promise<{ count: number; lastKey: number }> {
  const { rows } = await sql<{ count: number; last: number | null }>`select count(*) as count, max(c.id) as last
    from contacts c where ${whereOf(tx, accountId, conditions)}`.execute(tx.aside.db);
  return { count: Number(rows[0]?.count ?? 0), lastKey: rows[0]?.last ?? 0 };
}

/** Ids of matching contacts in their order: after `after`, up to `last`. */
export async function matchingContactKeys(
  tx: Tx,
  accountId: number,
  conditions: Condition[],
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<{ key: number; id: number }[]> {
  const { rows } = await sql<{ key: number; id: number }>`select c.id as key, c.id from contacts c
    where ${whereOf(tx, accountId, conditions)} and c.id > ${after} and c.id <= ${last}
    order by c.id limit ${limit}`.execute(tx.aside.db);
  return rows;
}

function whereOf(tx: Tx, accountId: number, conditions: Condition[]): RawBuilder<SqlBool> {
  const account = isSelective(conditions) ? unindexed(tx, 'c.account_id') : sql.ref('c.account_id');
  return sql<SqlBool>`${account} = ${accountId} and ${compileFilter(tx, 'contact', accountId, conditions)}`;
}

/** Whether a condition on labels, which have an index, limits the search to few contacts. */
function isSelective(conditions: Condition[]): boolean {
  return (
    conditions.every(({ next }) => next === 'and') &&
    conditions.some(({ attribute, operator }) => attribute.kind === 'labels' && operator === 'equal_to')
  );
}
