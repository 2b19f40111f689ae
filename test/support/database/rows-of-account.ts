import { sql } from 'kysely';
import type { Tx } from '../../../src/db/tx.ts';

/** How many rows of each table belong to an account, without tables that have none. */
export async function rowsOfAccount(tx: Tx, accountId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesWithAccounts(tx)) {
    const count = await countIn(tx, table, 'account_id', accountId);
    if (count > 0) counts[table] = count;
  }
  return (await countIn(tx, 'accounts', 'id', accountId)) === 0 ? counts : { ...counts, accounts: 1 };
}

async function tablesWithAccounts(tx: Tx): Promise<string[]> {
  const query = tx.isPostgres
    ? sql<{ name: string }>`select table_name as name from information_schema.columns
        where column_name = 'account_id' and table_schema = current_schema()`
    : sql<{ name: string }>`select s.name from sqlite_schema s, pragma_table_info(s.name) c
        where s.type = 'table' and c.name = 'account_id'`;
  return (await query.execute(tx.db)).rows.map(({ name }) => name);
}

async function countIn(tx: Tx, table: string, column: string, id: number): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx.db);
  return Number(rows[0]?.count);
}
