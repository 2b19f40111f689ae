import { sql } from 'kysely';
import { describeTables } from '../../../src/backup/tables/describe-tables.ts';
import { openTx } from '../../../src/db/tx.ts';
import type { Place } from '../database.ts';
import { openPlace } from './rows.ts';

/** The rows of every table but the search index, as both kinds of database give them, in an order of their own. */
export async function allRowsOf(place: Place): Promise<Record<string, unknown[]>> {
  const orm = await openPlace(place);
  try {
    const { db, isPostgres } = openTx(orm);
    const all = async <Row>(query: string) => (await sql.raw<Row>(query).execute(db)).rows;
    const tables = await describeTables({ kind: isPostgres ? 'postgresql' : 'sqlite', all, texts: noTexts });
    const rows: Record<string, unknown[]> = {};
    for (const { name } of tables) rows[name] = inOrder(await all<object>(`select * from "${name}"`));
    return rows;
  } finally {
    await orm.close(true);
  }
}

/** Sorted by what they say; columns by name, since the two kinds have added some in another order. */
function inOrder(rows: object[]): unknown[] {
  const sorted = rows.map((row) => Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ row }) => Object.fromEntries(row));
}

function noTexts(): never {
  throw new Error('describing tables needs no rows');
}
