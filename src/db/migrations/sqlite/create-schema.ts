import { sql } from 'kysely';
import { assetText } from '../../../assets.ts';
import type { Tx } from '../../tx.ts';

/**
 * The schema that all migrations of SQLite make together, with the rows that they write, and their names as those of applied
 * ones. A blank line ends each statement. `npm run schema` writes it.
 */
export const SQLITE_SCHEMA = 'src/db/migrations/sqlite/schema.sql';

/**
 * Gives a SQLite database that has no migration its schema in one transaction, and returns the names of the migrations in
 * order; none where another process has been faster. Tables of other programs stay.
 * @throws Error, without having changed anything, when one of them has the name of one of ours
 */
export async function createSchema(tx: Tx): Promise<string[]> {
  const statements = assetText(SQLITE_SCHEMA).trim().split('\n\n');
  return tx.transactional(async ({ db }) => {
    const applied = async () => (await sql<{ name: string }>`select name from migrations order by id`.execute(db)).rows;
    if ((await applied()).length > 0) return [];
    for (const statement of statements) await sql.raw(statement).execute(db);
    return (await applied()).map(({ name }) => name);
  });
}
