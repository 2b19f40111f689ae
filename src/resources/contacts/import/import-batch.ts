import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { json, takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { AppError } from '../../../errors.ts';
import { recordContactCreated, recordContactUpdated } from '../../../events/record-contact.ts';
import { brokenRule } from '../../../fields/free-keys.ts';
import { forgetProofs } from '../public/forget-proofs.ts';
import type { ImportedRow, Problem } from './import-row.ts';
import { type ExistingContact, type ExistingContacts, lockExistingContacts } from './existing-contacts.ts';
import { adjustContactsCount, insertContact, writeContact } from '../write-contact.ts';

const TAKEN = 'is that of another contact';

/** The result of one row. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | Problem;

/** Attempts for a single row when another request adds or changes its contact between reading and writing. */
const ATTEMPTS = 3;

/**
 * Imports the rows in one transaction, each into the contact with its identifier, else its e-mail address, else its
 * phone number, else a new one. Empty cells change nothing. Returns the result of each row. With `keep` false, nothing
 * is stored. When another request writes the same contacts, each half is imported in a transaction of its own, as fewer
 * rows conflict less, and a single row is tried `ATTEMPTS` times. Callers leave out `attempt`, which counts these.
 */
export async function importBatch(
  tx: Tx,
  account: AccountRecord,
  rows: ImportedRow[],
  keep: boolean,
  now: Date,
  attempt = 1,
): Promise<RowOutcome[]> {
  try {
    return await importOnce(tx.fork(), account, rows, keep, now);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid')) throw error;
    if (rows.length === 1 && attempt === ATTEMPTS) return [takenAgain(error)];
    const middle = Math.floor(rows.length / 2);
    if (middle === 0) return importBatch(tx, account, rows, keep, now, attempt + 1);
    const before = await importBatch(tx, account, rows.slice(0, middle), keep, now);
    return [...before, ...(await importBatch(tx, account, rows.slice(middle), keep, now))];
  }
}

function takenAgain({ attributes, message }: AppError): Problem {
  const [column] = attributes ?? [];
  return column === undefined ? { column: null, message } : { column, message: TAKEN };
}

async function importOnce(
  tx: Tx,
  account: AccountRecord,
  rows: ImportedRow[],
  keep: boolean,
  now: Date,
): Promise<RowOutcome[]> {
  let outcomes: RowOutcome[] = [];
  await inTransaction(tx, async (tx) => {
    outcomes = [];
    // Two files that name the same contacts in different orders would wait for each other's rows.
    await takeAdvisoryLock(tx, 'imports', account.id);
    const existing = await lockExistingContacts(tx, account.id, rows);
    for (const row of rows) outcomes.push(await importRow(tx, account, existing, row, now));
    const created = outcomes.filter((outcome) => outcome === 'created').length;
    if (created > 0) await adjustContactsCount(tx, account.id, created);
    if (!keep) throw new NotKept();
  }).catch((error: unknown) => {
    if (!(error instanceof NotKept)) throw error;
  });
  return outcomes;
}

/** Rolls a transaction back. */
class NotKept extends Error {}

async function importRow(
  tx: Tx,
  account: AccountRecord,
  existing: ExistingContacts,
  row: ImportedRow,
  now: Date,
): Promise<RowOutcome> {
  const before = existing.find(row);
  const taken = existing.takenBy(row, before);
  if (taken) return { column: taken, message: TAKEN };

  if (!before) {
    const input = { ...row, blocked: undefined, avatar: null, avatarUrl: null };
    const contact = await insertContact(tx, account, input, now);
    await recordContactCreated(tx, contact, account, now);
    existing.add({ ...contact, labels: row.labels });
    return 'created';
  }
  const after = merged(before, row);
  if (isSame(before, after)) return 'unchanged';
  const problem = attributesProblem(after, row);
  if (problem) return problem;
  await writeContact(tx, after, now);
  await forgetProofs(tx, before, after, now);
  await addLabels(tx, after.id, before.labels, after.labels);
  await recordContactUpdated(tx, before, after, account, now);
  existing.add(after, before);
  return 'updated';
}

function merged(before: ExistingContact, row: ImportedRow): ExistingContact {
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

/** The rule of free keys that the attributes break with those that were added; null = none. */
function attributesProblem(after: ExistingContact, added: ImportedRow): Problem | null {
  for (const [column, name] of ATTRIBUTES) {
    const message = Object.keys(added[name]).length > 0 ? brokenRule(after[name]) : undefined;
    if (message !== undefined) return { column, message };
  }
  return null;
}

const ATTRIBUTES = [
  ['custom_attributes', 'customAttributes'],
  ['additional_attributes', 'additionalAttributes'],
] as const;

/** Compares contacts as JSON: merging keeps the order of existing attributes and appends new ones. */
function isSame(before: ExistingContact, after: ExistingContact): boolean {
  const written = (contact: ExistingContact) =>
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

async function addLabels(tx: Tx, id: number, before: string[], after: string[]): Promise<void> {
  if (after.length === before.length) return;
  await tx.db
    .updateTable('contacts')
    .set({ labels: json([...new Set(after)]) })
    .where('id', '=', id)
    .execute();
}
