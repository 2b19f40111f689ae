import type { ContactRecord } from '../../records/contact.ts';
import { sql } from 'kysely';
import { isPostgres, textsIn } from '../../db/dialect.ts';
import { parseFlags, type Placeholders, prepared } from '../../db/prepared.ts';
import type { EntityManager } from '../../db/orm.ts';
import { gramQuery } from '../../db/search/grams.ts';
import { indexChanges } from '../../db/search/index-changes.ts';
import { contactsContaining, matchText } from '../../db/search/match.ts';
import { CONTACT_COLUMNS } from '../../records/contact-columns.ts';
import type { Sort, SortColumn } from './schema.ts';

/** Which contacts of an account; what is null does not matter. */
export type ContactFilter = {
  accountId: number;
  /** Any of these. */
  labels: string[] | null;
  /** Text that name, e-mail, phone number or identifier contains. */
  text: string | null;
};

/** Contacts of one page, those without the key that they are sorted by at the end, and how many match in all. */
export type ContactPage = { contacts: ContactRecord[]; count: number };

/**
 * One page of the contacts that match. How many there are is the kept count where nothing is filtered; where something is,
 * they are gone through once for both.
 */
export async function listContacts(
  em: EntityManager,
  filter: ContactFilter,
  sort: Sort,
  page: { offset: number; limit: number },
): Promise<ContactPage> {
  const direction = sort.descending ? 'desc' : 'asc';
  const values = { ...(await bound(em, filter)), ...page, most: page.offset + page.limit };
  const shape = [...shapeOf(filter), sort.column, direction].join(' ');
  if (filter.labels === null && filter.text === null) {
    const [kept] = await keptCount(em, values, '');
    return { contacts: await walkedPage(em, values, shape), count: Number(kept?.count ?? 0) };
  }

  const contacts = await knownPage(em, values, shape);
  const isBeyond = contacts.length === 0 && page.offset > 0;
  const [counted] = isBeyond ? await countRows(em, values, shape) : contacts;
  return { contacts, count: Number(counted?.count ?? 0) };
}

/** More that waits for the search index than this is not waited for: 3,000 changes. */
const BATCHES_FIRST = 10;

type Bound = { accountId: number; labels: string; text: string; match: string };

/** The values of the filter's conditions; what is known of contacts by now is then in the search index. */
async function bound(em: EntityManager, { accountId, labels, text }: ContactFilter): Promise<Bound> {
  if (text !== null) await indexChanges(em, BATCHES_FIRST);
  return {
    accountId,
    labels: JSON.stringify(labels ?? []),
    text: (text ?? '').toLowerCase(),
    match: text === null ? '' : matchText(em, accountId, gramQuery(text)),
  };
}

/** Which of the filter's parts a query has: the shape that it is compiled for. */
function shapeOf(filter: ContactFilter): boolean[] {
  return [filter.labels, filter.text].map((part) => part !== null);
}

/** Sort columns that no contact is without. */
const ALWAYS_SET: SortColumn[] = ['name_key', 'created_at'];

type PageValues = Bound & { offset: number; limit: number; most: number };

/**
 * The keys of the page are found in an index first, those without a value in a part of their own, since indexes differ
 * on where they keep them; then the page's contacts are read.
 */
const walkedPage = prepared((db, values: Placeholders<PageValues>, shape: string, em) => {
  const [column, direction] = shape.split(' ').slice(-2) as [SortColumn, 'asc' | 'desc'];
  const key = `c.${column}` as const;

  const keys = db
    .selectFrom('contacts as c')
    .select(['c.id', sql<unknown>`${sql.ref(key)}`.as('key')])
    .where((eb) => eb.and(conditions(values, shape, em)))
    // Also for those without the key: it names the index, or PostgreSQL would rather walk the primary key.
    .orderBy(key, direction)
    .orderBy('c.id', direction)
    .limit(values.most);
  const withKey = keys.select(sql.lit(0).as('part')).where(key, 'is not', null);
  const withoutKey = keys.select(sql.lit(1).as('part')).where(key, 'is', null);
  const first = db.selectFrom(withKey.as('with_key')).selectAll();
  const both = first.unionAll(db.selectFrom(withoutKey.as('without_key')).selectAll());
  const page = db
    .selectFrom((ALWAYS_SET.includes(column) ? first : both).as('keys'))
    .selectAll()
    .orderBy('part')
    .orderBy('key', direction)
    .orderBy('id', direction)
    .limit(values.limit)
    .offset(values.offset);

  return db
    .selectFrom(page.as('page'))
    .innerJoin('contacts as c', 'c.id', 'page.id')
    .select(CONTACT_COLUMNS)
    .orderBy('page.part')
    .orderBy('page.key', direction)
    .orderBy('page.id', direction);
});

/** The keys come from what the filter knows, and are put in order: no walk along an index that holds everybody. */
const knownPage = prepared((db, values: Placeholders<PageValues>, shape: string, em) => {
  const [column, direction] = shape.split(' ').slice(-2) as [SortColumn, 'asc' | 'desc'];
  const key = sql.ref(`c.${column}`);
  const order = sql`${key} is null, ${key} ${sql.raw(direction)}, c.id ${sql.raw(direction)}`;
  const keys = sql<{ id: number; count: number }>`(select c.id, count(*) over () as count from contacts c
    where ${sql.join(conditions(values, shape, em), sql` and `)}
    order by ${order} limit ${values.limit} offset ${values.offset})`;
  return db
    .selectFrom(keys.as('page'))
    .innerJoin('contacts as c', 'c.id', 'page.id')
    .select([...CONTACT_COLUMNS, 'page.count'])
    .orderBy(order);
});

/** For a page beyond the last, which has no row that could say it. */
const countRows = prepared((db, values: Placeholders<Bound>, shape: string, em) =>
  db
    .selectFrom('contacts as c')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(values, shape, em))),
);

const keptCount = prepared((db, values: Placeholders<Bound>, _: string) =>
  db.selectFrom('accounts').select('contacts_count as count').where('id', '=', values.accountId),
);

function conditions(values: Placeholders<Bound>, shape: string, em: EntityManager) {
  const [labels, text] = parseFlags(shape);
  const account = sql.ref('c.account_id');
  // "+" keeps SQLite from walking along an index of the account where a list of keys is at hand.
  const known = (labels || text) && !isPostgres(em);
  return [
    sql<boolean>`${known ? sql`+${account}` : account} = ${values.accountId}`,
    ...(labels ? [sql<boolean>`c.id in ${labelled(em, values)}`] : []),
    ...(text ? [sql<boolean>`c.id in ${contactsContaining(em, values.match, values.text)}`] : []),
  ];
}

function labelled(em: EntityManager, values: Placeholders<Bound>) {
  return sql`(select contact_id from contact_labels where account_id = ${values.accountId} and label in (${textsIn(em, values.labels)}))`;
}
