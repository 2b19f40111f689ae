import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { TABLE_DIALECTS } from '../../../src/backup/tables/dialects.ts';
import type { DeclaredReference } from '../../../src/backup/tables/snapshot.ts';
import type { Db } from '../../../src/db/database.ts';
import type { Place } from '../database.ts';
import { withRows } from './rows.ts';

/** What is wrong with the database as such: pages and indexes of a SQLite file, and rows that name others. */
export async function damageIn(place: Place): Promise<string[]> {
  const file = join(place.dataDir, 'parley.db');
  if (place.databaseUrl) return withRows(place, (rows) => brokenReferences(rows, 'postgresql'));
  if (!existsSync(file)) return [];
  const database = new Database(file, { timeout: 30_000 });
  try {
    const faults = database.pragma('integrity_check') as { integrity_check: string }[];
    const broken = database.pragma('foreign_key_check') as object[];
    return [
      ...faults.map(({ integrity_check: fault }) => fault).filter((fault) => fault !== 'ok'),
      ...broken.map((row) => JSON.stringify(row)),
    ];
  } finally {
    database.close();
  }
}

async function brokenReferences(rows: Db, kind: 'postgresql'): Promise<string[]> {
  const { rows: references } = await sql.raw<DeclaredReference>(TABLE_DIALECTS[kind].references).execute(rows);
  const broken: string[] = [];
  for (const { table, column, toTable, toColumn } of references) {
    const { rows: found } = await sql`select 1 from ${sql.table(table)} t
      where ${sql.ref(`t.${column}`)} is not null
        and not exists (select 1 from ${sql.table(toTable)} o where ${sql.ref(`o.${toColumn}`)} = ${sql.ref(`t.${column}`)})
      limit 1`.execute(rows);
    if (found.length > 0) broken.push(`${table}.${column} names no ${toTable}.${toColumn}`);
  }
  return broken;
}
