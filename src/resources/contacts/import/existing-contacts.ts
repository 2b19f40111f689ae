import type { Tx } from '../../../db/tx.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { sql } from 'kysely';
import { withRowLock, textsIn } from '../../../db/dialect.ts';
import { columns } from '../../../records/columns.ts';
import { CONTACT } from '../../../records/contact.ts';
import type { ImportedRow } from './import-row.ts';

/** A contact that a row can match. */
export type ExistingContact = ContactRecord & { labels: string[] };

/** The contacts that rows can match, locked until the end of the transaction. `add` keeps them up to date. */
export type ExistingContacts = {
  /** The contact with the row's identifier, else its e-mail address, else its phone number; undefined = none. */
  find(row: ImportedRow): ExistingContact | undefined;
  /** The column whose value belongs to another contact than `owner`; undefined = none. */
  takenBy(row: ImportedRow, owner: ExistingContact | undefined): string | undefined;
  /** Notes a contact that has been written; `before` is its former state, undefined = it is new. */
  add(contact: ExistingContact, before?: ExistingContact): void;
};

/** Reads and locks the contacts that the rows can match. */
export async function lockExistingContacts(tx: Tx, accountId: number, rows: ImportedRow[]): Promise<ExistingContacts> {
  const maps = {
    identifier: new Map<string, ExistingContact>(),
    email: new Map<string, ExistingContact>(),
    phoneNumber: new Map<string, ExistingContact>(),
  };
  const add = (contact: ExistingContact, before?: ExistingContact) => {
    for (const [field, map] of Object.entries(maps) as [keyof typeof maps, Map<string, ExistingContact>][]) {
      map.delete(before?.[field] ?? '');
      map.set(contact[field] ?? '', contact);
      map.delete('');
    }
  };
  for (const contact of await readExisting(tx, accountId, rows)) add(contact);

  const matches = (row: ImportedRow): [string, ExistingContact | undefined][] => [
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

async function readExisting(tx: Tx, accountId: number, rows: ImportedRow[]): Promise<ExistingContact[]> {
  const keys = (column: 'identifier' | 'email' | 'phone_number', values: (string | undefined)[]) =>
    tx.db
      .selectFrom('contacts')
      .select('id')
      .where('account_id', '=', accountId)
      .where(
        column,
        'in',
        sql<string>`(${textsIn(tx, JSON.stringify(values.filter((value) => value !== undefined)))})`,
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
  const query = tx.db
    .selectFrom('contacts as c')
    .select([...columns('c', CONTACT), 'c.labels'])
    .where(
      'c.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('c.id');
  return withRowLock(tx, query).execute();
}
