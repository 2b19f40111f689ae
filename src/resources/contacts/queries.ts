import type { Tx } from '../../db/tx.ts';
import { readList } from '../../db/kept/read-list.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { sql } from 'kysely';
import { textsIn, unindexed } from '../../db/dialect.ts';
import { parseFlags, type Placeholders, prepared, remembered } from '../../db/prepared.ts';
import { indexBeforeSearch } from '../../db/search/index-changes.ts';
import { contactsContaining, contactSearch, type ContactSearch, phoneIn } from '../../db/search/match.ts';
import type { Db } from '../../db/database.ts';
import type { List } from '../../db/kept/showing.ts';
import { forPage, type Rows } from '../../db/pages/paged.ts';
import { columns } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import type { Sort, SortColumn } from './schema.ts';

/** Which contacts of an account; null = no condition. */
export type ContactFilter = {
  accountId: number;
  /** With any of these labels. */
  labels: string[] | null;
  /** Text that name, e-mail, phone number or identifier contains. */
  text: string | null;
};

/** A page of contacts, with contacts that lack the sort key last, and the number of all matches. */
export type ContactPage = { list: List<ContactRecord>; count: number };

/** A page whose contacts have been read with their number. */
export function pageOfRows(rows: ContactRecord[], count: number): ContactPage {
  return { list: { items: async () => rows }, count };
}

/**
 * One page of the contacts that match. Without a filter, their number is the stored count; with one, one pass gives
 * both.
 */
export async function listContacts(tx: Tx, filter: ContactFilter, sort: Sort, page: Rows): Promise<ContactPage> {
  const direction = sort.descending ? 'desc' : 'asc';
  const values = { ...(await bound(tx, filter)), ...page, most: page.offset + page.limit };
  const variant = [...flagsOf(filter), sort.column, direction].join(' ');
  if (filter.labels === null && filter.text === null) {
    const { list, counts } = await readList(tx, {
      name: () => '',
      count: async (tx) => (await keptCount(tx, values, ''))[0]?.count ?? 0,
      isWithin: (count) => Number(count) > page.offset,
      isQuick: true,
      ids: (tx) => walkedIds(forPage(tx, page), values, variant),
      // PostgreSQL keeps no texts of contacts.
      keys: null,
      rows: (tx) => walkedPage(forPage(tx, page), values, variant),
      complete: async (_, rows) => rows,
    });
    return { list, count: Number(counts) };
  }

  const rows = await knownPage(tx.aside, values, variant);
  const isBeyond = rows.length === 0 && page.offset > 0;
  const [counted] = isBeyond ? await countRows(tx.aside, values, variant) : rows;
  return pageOfRows(rows, Number(counted?.count ?? 0));
}

type Bound = { accountId: number; labels: string } & ContactSearch;

/** The values of the filter's conditions. A search first brings the search index up to date. */
async function bound(tx: Tx, { accountId, labels, text }: ContactFilter): Promise<Bound> {
  if (text !== null) await indexBeforeSearch(tx);
  const search =
    text === null ? { text: '', match: '', phone: '', phoneMatch: '' } : contactSearch(tx, accountId, text);
  return { accountId, labels: JSON.stringify(labels ?? []), ...search };
}

/** Whether the filter has labels, text, and a phone number in the text. Queries are compiled for each combination. */
function flagsOf(filter: ContactFilter): boolean[] {
  const phone = filter.text === null ? null : phoneIn(filter.text);
  return [filter.labels, filter.text, phone].map((part) => part !== null);
}

/** Sort columns that every contact has. */
const ALWAYS_SET: SortColumn[] = ['name_key', 'created_at'];

/** The sort columns of this query; online contacts have their own query. */
type ContactColumn = Exclude<SortColumn, 'online_until'>;

type PageValues = Bound & Rows & { most: number };

const walkedIds = remembered((db, values: Placeholders<PageValues>, variant: string, tx) =>
  keysOf(db, values, variant, tx),
);

const walkedPage = prepared((db, values: Placeholders<PageValues>, variant: string, tx) => {
  const direction = variant.split(' ').at(-1) as 'asc' | 'desc';
  return db
    .selectFrom(keysOf(db, values, variant, tx).as('page'))
    .innerJoin('contacts as c', 'c.id', 'page.id')
    .select(columns('c', CONTACT))
    .orderBy('page.part')
    .orderBy('page.key', direction)
    .orderBy('page.id', direction);
});

/**
 * The keys of a page, found in an index; those without a value separately, because indexes of the two databases order
 * them differently.
 */
function keysOf(db: Db, values: Placeholders<PageValues>, variant: string, tx: Tx) {
  const [column, direction] = variant.split(' ').slice(-2) as [ContactColumn, 'asc' | 'desc'];
  const key = `c.${column}` as const;

  const keys = db
    .selectFrom('contacts as c')
    .select(['c.id', sql<unknown>`${sql.ref(key)}`.as('key')])
    .where((eb) => eb.and(conditions(values, variant, tx)))
    // Also for those without the key: it makes PostgreSQL use this index instead of the primary key.
    .orderBy(key, direction)
    .orderBy('c.id', direction)
    .limit(values.most);
  const withKey = keys.select(sql.lit(0).as('part')).where(key, 'is not', null);
  const withoutKey = keys.select(sql.lit(1).as('part')).where(key, 'is', null);
  const first = db.selectFrom(withKey.as('with_key')).selectAll();
  const both = first.unionAll(db.selectFrom(withoutKey.as('without_key')).selectAll());
  return db
    .selectFrom((ALWAYS_SET.includes(column) ? first : both).as('keys'))
    .selectAll()
    .orderBy('part')
    .orderBy('key', direction)
    .orderBy('id', direction)
    .limit(values.limit)
    .offset(values.offset);
}

/** Finds the keys by the filter and sorts them, instead of reading an index with all contacts. */
const knownPage = prepared((db, values: Placeholders<PageValues>, variant: string, tx) => {
  const [column, direction] = variant.split(' ').slice(-2) as [ContactColumn, 'asc' | 'desc'];
  const key = sql.ref(`c.${column}`);
  const order = sql`${key} is null, ${key} ${sql.raw(direction)}, c.id ${sql.raw(direction)}`;
  const keys = sql<{ id: number; count: number }>`(select c.id, count(*) over () as count from contacts c
    where ${sql.join(conditions(values, variant, tx), sql` and `)}
    order by ${order} limit ${values.limit} offset ${values.offset})`;
  return db
    .selectFrom(keys.as('page'))
    .innerJoin('contacts as c', 'c.id', 'page.id')
    .select([...columns('c', CONTACT), 'page.count'])
    .orderBy(order);
});

/** For a page beyond the last, which has no row with the count. */
const countRows = prepared((db, values: Placeholders<Bound>, variant: string, tx) =>
  db
    .selectFrom('contacts as c')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(values, variant, tx))),
);

const keptCount = remembered((db, values: Placeholders<Bound>, _: string) =>
  db.selectFrom('accounts').select('contacts_count as count').where('id', '=', values.accountId),
);

function conditions(values: Placeholders<Bound>, variant: string, tx: Tx) {
  const [labels, text, phone = false] = parseFlags(variant);
  // A list of keys is available, and leads to fewer contacts than an index of the account.
  const account = labels || text ? unindexed(tx, 'c.account_id') : sql.ref('c.account_id');
  return [
    sql<boolean>`${account} = ${values.accountId}`,
    ...(labels ? [sql<boolean>`c.id in ${labelled(tx, values)}`] : []),
    ...(text ? [sql<boolean>`c.id in ${contactsContaining(tx, values, phone)}`] : []),
  ];
}

function labelled(tx: Tx, values: Placeholders<Bound>) {
  return sql`(select contact_id from contact_labels where account_id = ${values.accountId} and label in (${textsIn(tx, values.labels)}))`;
}
