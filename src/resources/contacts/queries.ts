import { sql } from 'kysely';
import { containing, containingAscii, isLike, jsonHasAny } from '../../db/dialect.ts';
import { hot } from '../../db/hot.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ContactFacts } from '../../events/facts.ts';
import { CONTACT_COLUMNS } from './find-contact.ts';
import type { Sort, SortColumn } from './schema.ts';

/** Which contacts of an account; what is null does not matter. */
export type ContactFilter = {
  accountId: number;
  /** Any of these. */
  labels: string[] | null;
  /** Text that name, e-mail, phone number or identifier contains. */
  text: string | null;
};

/** One page of the contacts that match, those without the key that they are sorted by at the end; one statement. */
export async function listContacts(
  em: EntityManager,
  filter: ContactFilter,
  sort: Sort,
  page: { offset: number; limit: number },
): Promise<ContactFacts[]> {
  const direction = sort.descending ? 'desc' : 'asc';
  const values = { ...bound(filter), ...page, most: page.offset + page.limit };
  return pageOf(em, values, [...shapeOf(filter), sort.column, direction].join(' '));
}

/** How many match: the kept count where nothing is filtered, and counted one by one where something is. */
export async function countContacts(em: EntityManager, filter: ContactFilter): Promise<number> {
  const kept = filter.labels === null && filter.text === null;
  const [row] = await (kept ? keptCount : countRows)(em, bound(filter), shapeOf(filter).join(' '));
  return Number(row?.count ?? 0);
}

type Bound = { accountId: number; labels: string; text: string; identifier: string };

function bound(filter: ContactFilter): Bound {
  return {
    accountId: filter.accountId,
    labels: JSON.stringify(filter.labels ?? []),
    text: containing(filter.text ?? ''),
    identifier: containingAscii(filter.text ?? ''),
  };
}

/** Which of the filter's parts a query has: the shape that it is compiled for. */
function shapeOf(filter: ContactFilter): boolean[] {
  return [filter.labels, filter.text].map((part) => part !== null);
}

/** Sort columns that no contact is without. */
const ALWAYS_SET: SortColumn[] = ['name_key', 'created_at'];

/**
 * The keys of the page are found in an index first, those without a value in a part of their own, since indexes differ
 * on where they keep them; then the page's contacts are read.
 */
const pageOf = hot((db, values: Bound & { offset: number; limit: number; most: number }, shape: string, em) => {
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

const countRows = hot((db, values: Bound, shape: string, em) =>
  db
    .selectFrom('contacts as c')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(values, shape, em))),
);

const keptCount = hot((db, values: Bound, _: string) =>
  db.selectFrom('accounts').select('contacts_count as count').where('id', '=', values.accountId),
);

function conditions(values: Bound, shape: string, em: EntityManager) {
  const [labels, text] = shape.split(' ').map((word) => word === 'true');
  return [
    sql<boolean>`c.account_id = ${values.accountId}`,
    ...(labels ? [jsonHasAny(em, 'c.labels', values.labels)] : []),
    ...(text ? [sql<boolean>`(${sql.join(matches(values), sql` or `)})`] : []),
  ];
}

function matches(values: Bound) {
  return [
    isLike('c.name_key', values.text),
    isLike('c.email', values.text),
    isLike('c.phone_number', values.text),
    isLike('c.identifier', values.identifier),
  ];
}
