import { sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import { db, type EntityManager } from './orm.ts';
import { inTransaction } from './transaction.ts';

/**
 * Writes to the database without changing anything. On SQLite a page is written, which fails on a full disk. PostgreSQL
 * has no write that leaves nothing behind: there, only the table's lock is taken.
 * @throws Error when the database cannot be written
 */
export async function probeWriting(em: EntityManager): Promise<void> {
  if (isPostgres(em)) {
    await db(em).updateTable('accounts').set({ name: '' }).where('id', '=', 0).execute();
    return;
  }
  await inTransaction(em, async (em) => {
    const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db(em));
    await sql`pragma user_version = ${sql.lit(rows[0]?.user_version ?? 0)}`.execute(db(em));
  });
}
