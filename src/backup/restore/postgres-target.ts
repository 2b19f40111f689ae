import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { hasReplaced, REPLACED } from '../../db/unfinished-restore.ts';
import { entities } from '../../entities/all.ts';
import { BackupError } from '../format.ts';

// What is replaced lies in a schema of its own until the restored installation is complete. As long as that schema is there, what it
// has is the installation, and what is in its place is of an attempt that was killed.

/** Parley's tables that are no entities. */
const OTHER_TABLES = ['migrations', 'message_search', 'contact_search', 'article_search'];

/** How long others may take to leave: the session of a process that was killed goes on until its statement has ended. */
const LEAVING_MS = 5000;
const LOOK_MS = 100;

/** @throws BackupError when anyone else is connected to the database, and stays so for five seconds */
export async function requireAlone(tx: Tx): Promise<void> {
  const latest = performance.now() + LEAVING_MS;
  let count = await countOthers(tx);
  while (count > 0 && performance.now() < latest) {
    await sleep(LOOK_MS);
    count = await countOthers(tx);
  }
  if (count === 0) return;
  throw new BackupError(`the database is in use (other connections: ${count}): stop every "parley serve" first`);
}

async function countOthers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Moves Parley's tables away, or removes what an attempt has left that was killed. */
export function moveAside(tx: Tx): Promise<void> {
  return tx.transactional(async (tx) => {
    const current = await currentSchema(tx);
    if (await hasReplaced(tx)) return dropTables(tx, current);
    await sql`create schema ${sql.id(REPLACED)}`.execute(tx.db);
    await move(tx, await tablesIn(tx, current), current, REPLACED);
  });
}

/** Moves them back in the place of what there is. */
export function putBack(tx: Tx): Promise<void> {
  return tx.transactional(async (tx) => {
    if (!(await hasReplaced(tx))) return;
    const current = await currentSchema(tx);
    await dropTables(tx, current);
    await move(tx, await tablesIn(tx, REPLACED), REPLACED, current);
    await dropReplaced(tx);
  });
}

/** Deletes what was replaced: the restore is complete. */
export async function dropReplaced(tx: Tx): Promise<void> {
  await sql`drop schema if exists ${sql.id(REPLACED)} cascade`.execute(tx.db);
}

/** Whether the installation has an account or a user. */
export async function hasRows(tx: Tx): Promise<boolean> {
  const schema = (await hasReplaced(tx)) ? REPLACED : await currentSchema(tx);
  const tables = await tablesIn(tx, schema);
  for (const name of ['accounts', 'users', 'platform_apps'].filter((name) => tables.includes(name))) {
    const { rows } = await sql`select 1 from ${sql.id(schema, name)} limit 1`.execute(tx.db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Parley's tables in the schema. */
async function tablesIn(tx: Tx, schema: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = ${schema}`.execute(tx.db);
  const own = new Set([...OTHER_TABLES, ...entities.map(({ meta }) => meta.tableName)]);
  return rows.map(({ name }) => name).filter((name) => own.has(name));
}

/** The functions of the tables' triggers, as "schema.name(types)". */
async function functionsOf(tx: Tx, tables: string[], schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and n.nspname = ${schema} and c.relnamespace = n.oid
      and c.relname in (${sql.join(tables)})`.execute(tx.db);
  return rows.map(({ name }) => name);
}

async function move(tx: Tx, tables: string[], from: string, to: string): Promise<void> {
  if (tables.length === 0) return;
  for (const name of await functionsOf(tx, tables, from)) {
    await sql`alter function ${sql.raw(name)} set schema ${sql.id(to)}`.execute(tx.db);
  }
  for (const name of tables) {
    await sql`alter table ${sql.id(from, name)} set schema ${sql.id(to)}`.execute(tx.db);
  }
}

async function dropTables(tx: Tx, schema: string): Promise<void> {
  const tables = await tablesIn(tx, schema);
  if (tables.length === 0) return;
  const functions = await functionsOf(tx, tables, schema);
  await sql`drop table ${sql.join(tables.map((name) => sql.id(schema, name)))} cascade`.execute(tx.db);
  for (const name of functions) await sql`drop function ${sql.raw(name)}`.execute(tx.db);
}

async function currentSchema(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(tx.db);
  return rows[0]?.name ?? 'public';
}
