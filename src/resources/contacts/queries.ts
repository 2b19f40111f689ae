import { sql } from 'kysely';
import { containing, inList, isLike, jsonHasAny, locked } from '../../db/dialect.ts';
import { hot } from '../../db/hot.ts';
import { type Db, db, type EntityManager } from '../../db/orm.ts';
import type { ChannelType } from '../../entities/channel.ts';
import type { ContactFacts } from '../../events/facts.ts';
import type { Sort, SortColumn } from './schema.ts';

/** Which contacts of an account; what is null does not matter. */
export type ContactFilter = {
  accountId: number;
  /** Any of these. */
  labels: string[] | null;
  /** Text that name, e-mail, phone number or identifier contains. */
  text: string | null;
};

/** A contact as known in one inbox. */
export type ContactInboxRow = {
  id: number;
  contactId: number;
  sourceId: string;
  inbox: { id: number; name: string; channelId: number; channelType: ChannelType };
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

/** The account's contact with this id; null when there is none. */
export async function findContact(em: EntityManager, accountId: number, id: number): Promise<ContactFacts | null> {
  const [contact] = await byId(em, { accountId, id });
  return contact ?? null;
}

/** As `findContact`, and holds the contact until the end of the transaction: nobody else changes it. */
export async function lockContact(em: EntityManager, accountId: number, id: number): Promise<ContactFacts | null> {
  await locked(em, db(em).selectFrom('contacts').select('id').where('account_id', '=', accountId).where('id', '=', id)).execute();
  return findContact(em, accountId, id);
}

/** In which inboxes the contacts are known; one statement, however many they are. */
export async function listContactInboxes(em: EntityManager, contacts: { id: number }[]): Promise<ContactInboxRow[]> {
  const rows = await inboxesOf(em, { ids: JSON.stringify(contacts.map(({ id }) => id)) });
  return rows.map((row) => ({
    id: row.id,
    contactId: row.contactId,
    sourceId: row.sourceId,
    inbox: { id: row.inboxId, name: row.inboxName, channelId: row.channelId, channelType: row.channelType },
  }));
}

const COLUMNS = [
  'c.id',
  'c.name',
  'c.email',
  'c.phone_number as phoneNumber',
  'c.identifier',
  'c.blocked',
  'c.avatar_url as avatarUrl',
  'c.custom_attributes as customAttributes',
  'c.additional_attributes as additionalAttributes',
  'c.last_activity_at as lastActivityAt',
  'c.seen_at as seenAt',
  'c.created_at as createdAt',
] as const;

const byId = hot((db, values: { accountId: number; id: number }) =>
  db.selectFrom('contacts as c').select(COLUMNS).where('c.account_id', '=', values.accountId).where('c.id', '=', values.id),
);

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
  const both = db.selectFrom(withKey.as('with_key')).selectAll();
  const page = db
    .selectFrom((ALWAYS_SET.includes(column) ? both : both.unionAll(db.selectFrom(withoutKey.as('without_key')).selectAll())).as('keys'))
    .selectAll()
    .orderBy('part')
    .orderBy('key', direction)
    .orderBy('id', direction)
    .limit(values.limit)
    .offset(values.offset);

  return db
    .selectFrom(page.as('page'))
    .innerJoin('contacts as c', 'c.id', 'page.id')
    .select(COLUMNS)
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

/** As `containing`, for text that was not stored in lower case: databases lower only A to Z. */
function containingAscii(text: string): string {
  return `%${text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

const inboxesOf = hot((db: Db, values: { ids: string }, _: void, em) =>
  db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(em, 'ci.contact_id', values.ids))
    .orderBy('ci.id')
    .select([
      'ci.id',
      'ci.contact_id as contactId',
      'ci.source_id as sourceId',
      'i.id as inboxId',
      'i.name as inboxName',
      'i.channel_id as channelId',
      'ch.type as channelType',
    ]),
);
