import type { Tx } from './tx.ts';
import { sql } from 'kysely';
import { inTransaction } from './transaction.ts';

/**
 * Writes to the database without changing anything. On SQLite a page is written, which fails on a full disk. PostgreSQL
 * has no write that leaves nothing behind: there, only the table's lock is taken.
 * @throws Error when the database cannot be written
 */
export async function probeWriting(tx: Tx): Promise<void> {
  if (tx.isPostgres) {
    await tx.db.updateTable('accounts').set({ name: '' }).where('id', '=', 0).execute();
    return;
  }
  await inTransaction(tx, async (tx) => {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(tx.db);
    await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(tx.db);
  });
}
