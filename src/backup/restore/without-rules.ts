import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { BackupError } from '../format.ts';

/**
 * Runs `load` while neither triggers nor foreign keys hold, and then sees that the foreign keys are right. On PostgreSQL, in a
 * transaction of the caller's.
 * @throws BackupError when a row names another that is not there; and what `load` throws
 */
export async function withoutRules<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  return tx.isPostgres ? inPostgres(tx, load) : inSqlite(tx, load);
}

async function inSqlite<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  const { rows: triggers } = await sql<{ name: string; sql: string }>`
    select name, sql from main.sqlite_schema where type = 'trigger'`.execute(tx.db);
  await sql`pragma foreign_keys = off`.execute(tx.db);
  for (const { name } of triggers) await sql`drop trigger ${sql.id('main', name)}`.execute(tx.db);

  const result = await load();

  for (const trigger of triggers) await sql.raw(trigger.sql).execute(tx.db);
  const { rows: wrong } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(tx.db);
  const [first] = wrong;
  if (first) throw new BackupError(`a row of ${first.table} names one of ${first.parent} that the backup lacks`);
  await sql`pragma foreign_keys = on`.execute(tx.db);
  return result;
}

type ForeignKey = { table: string; name: string; definition: string };

async function inPostgres<T>(tx: Tx, load: () => Promise<T>): Promise<T> {
  const { rows: keys } = await sql<ForeignKey>`
    select r.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(tx.db);
  const { rows: tables } = await sql<{ name: string }>`
    select distinct r.relname as name from pg_trigger t join pg_class r on r.oid = t.tgrelid
    where not t.tgisinternal and r.relnamespace = current_schema()::regnamespace`.execute(tx.db);
  for (const { table, name } of keys) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx.db);
  }
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx.db);

  const result = await load();

  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx.db);
  for (const { table, name, definition } of keys) {
    const add = sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`;
    await add.execute(tx.db).catch((error: Error & { code?: string; detail?: string }) => {
      if (error.code !== FOREIGN_KEY_VIOLATION) throw error;
      throw new BackupError(`a row of ${table} names one that the backup lacks (${error.message})`, { cause: error });
    });
  }
  return result;
}

const FOREIGN_KEY_VIOLATION = '23503';
