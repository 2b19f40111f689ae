import { sql } from 'kysely';
import { json, withRowLock } from '../../../db/dialect.ts';
import { paged, type Rows } from '../../../db/pages/paged.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Subject } from './subject.ts';

/** How many rows, files and mails were removed, by what they were. */
export type Counts = Record<string, number>;

export type ErasureRow = Awaited<ReturnType<ReturnType<typeof selectErasures>['execute']>>[number];

/** The account's erasure with this id; null when there is none. */
export async function findErasure(tx: Tx, accountId: number, id: number): Promise<ErasureRow | null> {
  const row = await selectErasures(tx).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A page of the account's erasures, newest first, or all with `page` null; and their number. */
export async function listErasures(
  tx: Tx,
  accountId: number,
  page: Rows | null,
): Promise<{ rows: ErasureRow[]; count: number }> {
  const rows = await paged(
    selectErasures(tx).where('account_id', '=', accountId).orderBy('id', 'desc'),
    page,
  ).execute();
  const { count } = await tx.db
    .selectFrom('erasures')
    .select(sql<string>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { rows, count: Number(count) };
}

/** Adds to the counts of an erasure, in the transaction that removes what is counted. */
export async function addCounts(tx: Tx, id: number, counts: Counts): Promise<void> {
  const more = Object.entries(counts).filter(([, count]) => count > 0);
  if (more.length === 0) return;
  const row = tx.db.selectFrom('erasures').select('counts').where('id', '=', id);
  const { counts: sums } = await withRowLock(tx, row).executeTakeFirstOrThrow();
  for (const [name, count] of more) sums[name] = (sums[name] ?? 0) + count;
  await tx.db
    .updateTable('erasures')
    .set({ counts: json(sums) })
    .where('id', '=', id)
    .execute();
}

/** Stores by what the contact is recognized, until the erasure is done. */
export async function keepSubject(tx: Tx, id: number, subject: Subject): Promise<void> {
  const sealed = tx.installation.vault.seal(JSON.stringify(subject));
  await tx.db.updateTable('erasures').set({ sealed_subject: sealed }).where('id', '=', id).execute();
}

/** What `keepSubject` has stored; null = nothing. */
export async function readSubject(tx: Tx, id: number): Promise<Subject | null> {
  const row = await tx.db
    .selectFrom('erasures')
    .select('sealed_subject as sealed')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sealed ? (JSON.parse(tx.installation.vault.open(row.sealed)) as Subject) : null;
}

function selectErasures(tx: Tx) {
  return tx.db
    .selectFrom('erasures')
    .select([
      'id',
      'account_id as accountId',
      'contact_id as contactId',
      'user_id as userId',
      'status',
      'counts',
      'digest',
      'requested_at as requestedAt',
      'finished_at as finishedAt',
    ]);
}
