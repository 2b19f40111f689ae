import { sql } from 'kysely';
import { json, locked, textsIn } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { AppError } from '../../errors.ts';
import type { AccountFacts, ContactFacts } from '../../events/facts.ts';
import { recordContactCreated, recordContactUpdated } from '../../events/record-contact.ts';
import { CONTACT_COLUMNS } from './find-contact.ts';
import type { ImportedRow, Problem } from './import-row.ts';
import { adjustContactsCount, insertContact, writeContact } from './write-contact.ts';

/** What became of one row. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | Problem;

type Known = ContactFacts & { labels: string[] };

/** Another may add the same contact between the look and the write; then the batch is done anew. */
const ATTEMPTS = 3;

/**
 * Imports the rows in one transaction, each into the contact with its identifier, else its e-mail, else its phone number, else
 * a new one. Empty cells change nothing. Returns what became of each. With `keep` false nothing stays.
 */
export async function importBatch(
  em: EntityManager,
  account: AccountFacts,
  rows: ImportedRow[],
  keep: boolean,
  now: Date,
): Promise<RowOutcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importOnce(em.fork(), account, rows, keep, now);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof AppError && error.code === 'invalid')) throw error;
    }
  }
}

async function importOnce(
  em: EntityManager,
  account: AccountFacts,
  rows: ImportedRow[],
  keep: boolean,
  now: Date,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  await em
    .transactional(async (em) => {
      const known = await knownContacts(em, account.id, rows);
      for (const row of rows) outcomes.push(await importRow(em, account, known, row, now));
      const created = outcomes.filter((outcome) => outcome === 'created').length;
      if (created > 0) await adjustContactsCount(em, account.id, created);
      if (!keep) throw new NotKept();
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error;
    });
  return outcomes;
}

/** Ends a transaction of which nothing is to stay. */
class NotKept extends Error {}

async function importRow(
  em: EntityManager,
  account: AccountFacts,
  known: KnownContacts,
  row: ImportedRow,
  now: Date,
): Promise<RowOutcome> {
  const before = known.find(row);
  const taken = known.takenBy(row, before);
  if (taken) return { column: taken, message: 'is that of another contact' };

  if (!before) {
    const input = { ...row, blocked: undefined, avatar: null, avatarUrl: null };
    const contact = await insertContact(em, account, input, now);
    await recordContactCreated(em, contact, account, now);
    known.add({ ...contact, labels: row.labels });
    return 'created';
  }
  const after = merged(before, row);
  if (isSame(before, after)) return 'unchanged';
  await writeContact(em, after, now);
  await addLabels(em, after.id, before.labels, after.labels);
  await recordContactUpdated(em, before, after, account, now);
  known.add(after, before);
  return 'updated';
}

function merged(before: Known, row: ImportedRow): Known {
  return {
    ...before,
    name: row.name ?? before.name,
    email: row.email ?? before.email,
    phoneNumber: row.phoneNumber ?? before.phoneNumber,
    identifier: row.identifier ?? before.identifier,
    customAttributes: { ...before.customAttributes, ...row.customAttributes },
    additionalAttributes: { ...before.additionalAttributes, ...row.additionalAttributes },
    labels: [...new Set([...before.labels, ...row.labels])],
  };
}

/** Attributes are compared as they are written; the new ones came last, and those that were there kept their places. */
function isSame(before: Known, after: Known): boolean {
  const written = (contact: Known) =>
    JSON.stringify([
      contact.name,
      contact.email,
      contact.phoneNumber,
      contact.identifier,
      contact.customAttributes,
      contact.additionalAttributes,
      contact.labels,
    ]);
  return written(before) === written(after);
}

async function addLabels(em: EntityManager, id: number, before: string[], after: string[]): Promise<void> {
  if (after.length === before.length) return;
  await db(em)
    .updateTable('contacts')
    .set({ labels: json([...new Set(after)]) })
    .where('id', '=', id)
    .execute();
}

/** The contacts that rows may be about, held until the end of the transaction; kept up to date with what is written. */
type KnownContacts = {
  find(row: ImportedRow): Known | undefined;
  /** The column whose value another contact than `owner` has; undefined = none. */
  takenBy(row: ImportedRow, owner: Known | undefined): string | undefined;
  /** Takes note of what has been written; `before` is what the contact was, undefined = it is new. */
  add(contact: Known, before?: Known): void;
};

async function knownContacts(em: EntityManager, accountId: number, rows: ImportedRow[]): Promise<KnownContacts> {
  const maps = {
    identifier: new Map<string, Known>(),
    email: new Map<string, Known>(),
    phoneNumber: new Map<string, Known>(),
  };
  const add = (contact: Known, before?: Known) => {
    for (const [field, map] of Object.entries(maps) as [keyof typeof maps, Map<string, Known>][]) {
      map.delete(before?.[field] ?? '');
      map.set(contact[field] ?? '', contact);
      map.delete('');
    }
  };
  for (const contact of await readKnown(em, accountId, rows)) add(contact);

  const matches = (row: ImportedRow): [string, Known | undefined][] => [
    ['identifier', maps.identifier.get(row.identifier ?? '')],
    ['email', maps.email.get(row.email ?? '')],
    ['phone_number', maps.phoneNumber.get(row.phoneNumber ?? '')],
  ];
  return {
    add,
    find: (row) => matches(row).find(([, contact]) => contact !== undefined)?.[1],
    takenBy: (row, owner) => matches(row).find(([, contact]) => contact !== undefined && contact.id !== owner?.id)?.[0],
  };
}

async function readKnown(em: EntityManager, accountId: number, rows: ImportedRow[]): Promise<Known[]> {
  const keys = (column: 'identifier' | 'email' | 'phone_number', values: (string | undefined)[]) =>
    db(em)
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', accountId)
      .where(
        column,
        'in',
        sql<string>`(${textsIn(em, JSON.stringify(values.filter((value) => value !== undefined)))})`,
      );
  const ids = await keys(
    'identifier',
    rows.map((row) => row.identifier),
  )
    .union(
      keys(
        'email',
        rows.map((row) => row.email),
      ),
    )
    .union(
      keys(
        'phone_number',
        rows.map((row) => row.phoneNumber),
      ),
    )
    .execute();
  if (ids.length === 0) return [];
  const query = db(em)
    .selectFrom('contacts as c')
    .select([...CONTACT_COLUMNS, 'c.labels'])
    .where(
      'c.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('c.id');
  return locked(em, query).execute();
}
