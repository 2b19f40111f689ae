import type { Tx } from '../../../db/tx.ts';
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { compileFilter } from '../../../filters/compile.ts';
import type { Condition } from '../../../filters/read-conditions.ts';
import type { EXPORT_COLUMNS } from './export-schema.ts';

export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

/** The contacts and columns of an export. */
export type WantedContacts = {
  /** In the order of the file. */
  columns: readonly ExportColumn[];
  /** None = all contacts. */
  conditions: Condition[];
  /** Only contacts with this label, ignoring case; null = all. */
  label: string | null;
};

/** Contacts read in one statement, whether they match or not: other requests are served in between. */
const PAGE = 200;

/**
 * The wanted contacts of the account, oldest first, page by page. Memory does not grow with their number, no
 * transaction stays open, and each statement reads few rows even if few match.
 */
export async function* exportRows(tx: Tx, accountId: number, wanted: WantedContacts) {
  let after: Position | null = null;
  do {
    const end: Position | null = await pageEnd(tx.fork(), accountId, after);
    yield await readPage(tx.fork(), accountId, wanted, after, end);
    after = end;
    // SQLite answers synchronously: this lets other requests run.
    await setImmediate();
  } while (after !== null);
}

/** A contact's position in the order of creation, which an index has for each account. */
type Position = { createdAt: Date; id: number };

/** The last contact of the page that starts after `after`; null = the last page. */
async function pageEnd(tx: Tx, accountId: number, after: Position | null): Promise<Position | null> {
  const end = await tx.db
    .selectFrom('contacts as c')
    .where(isWithin(accountId, after, null))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .select(['c.created_at as createdAt', 'c.id'])
    .limit(1)
    .offset(PAGE - 1)
    .executeTakeFirst();
  return end ?? null;
}

/** The matching contacts of the page. The page's rows are found first and then checked, whatever the conditions are. */
function readPage(tx: Tx, accountId: number, wanted: WantedContacts, after: Position | null, end: Position | null) {
  const page = tx.db
    .selectFrom('contacts as c')
    .where(isWithin(accountId, after, end))
    .select('c.id')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(PAGE);
  return tx.db
    .selectFrom(page.as('page'))
    .crossJoin('contacts as c')
    .whereRef('c.id', '=', 'page.id')
    .where(compileFilter(tx, 'contact', accountId, wanted.conditions, 'check'))
    .where(hasLabel(wanted.label))
    .select(wanted.columns.map((column) => SELECTED[column]))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute();
}

/** After `after` up to `end`; null = no bound. */
function isWithin(accountId: number, after: Position | null, end: Position | null): RawBuilder<SqlBool> {
  const position = sql`(c.created_at, c.id)`;
  const lower = after ? sql`and ${position} > (${after.createdAt}, ${after.id})` : sql``;
  const upper = end ? sql`and ${position} <= (${end.createdAt}, ${end.id})` : sql``;
  return sql<SqlBool>`c.account_id = ${accountId} ${lower} ${upper}`;
}

function hasLabel(label: string | null): RawBuilder<SqlBool> {
  if (label === null) return sql<SqlBool>`(1 = 1)`;
  return sql<SqlBool>`exists (select 1 from contact_labels l
    where l.account_id = c.account_id and l.label = ${label.trim().toLowerCase()} and l.contact_id = c.id)`;
}

const SELECTED = {
  id: 'c.id',
  name: 'c.name',
  email: 'c.email',
  phone_number: 'c.phone_number',
  identifier: 'c.identifier',
  blocked: 'c.blocked',
  company_name: 'c.company as company_name',
  city: 'c.city',
  country: 'c.country',
  labels: 'c.labels',
  custom_attributes: 'c.custom_attributes',
  additional_attributes: 'c.additional_attributes',
  last_activity_at: 'c.last_activity_at',
  created_at: 'c.created_at',
  updated_at: 'c.updated_at',
} as const satisfies Record<ExportColumn, string>;
