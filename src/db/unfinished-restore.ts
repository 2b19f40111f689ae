import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from './tx.ts';

/** The schema in PostgreSQL that has what a restore replaces, from its beginning until it is complete. */
export const REPLACED = 'parley_replaced';

/** A restore was interrupted: what is in the place is not to be used. */
class UnfinishedRestoreError extends Error {
  // The name of the class is a short one in the executable.
  override name = 'UnfinishedRestoreError';

  constructor() {
    super('a restore was interrupted: run "parley restore" again');
  }
}

/** The folder in which a restore makes what comes to its place. */
export const stageOf = (dataDir: string) => join(dataDir, 'restoring');

/** The file that is there while a restore replaces a SQLite database and its key. */
export const placingMark = (dataDir: string) => join(stageOf(dataDir), 'placing');

/** @throws UnfinishedRestoreError while the SQLite database or the secret key may be those of before a restore */
export function refuseHalfPlaced(dataDir: string): void {
  if (existsSync(placingMark(dataDir))) throw new UnfinishedRestoreError();
}

/** @throws UnfinishedRestoreError while the tables in PostgreSQL are those of a restore that is not complete */
export async function refuseHalfRestored(tx: Tx): Promise<void> {
  if (tx.isPostgres && (await hasReplaced(tx))) throw new UnfinishedRestoreError();
}

/** Whether the schema for what is replaced is there. */
export async function hasReplaced(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_namespace where nspname = ${REPLACED}`.execute(tx.db);
  return rows.length > 0;
}
