import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { EntityManager } from './orm.ts';

/** A value to bind, or an expression that gives one, such as a placeholder of a prepared query. */
export type SqlValue<T> = T | Expression<T>;

/** True on PostgreSQL, false on SQLite. */
export function isPostgres(em: EntityManager): boolean {
  return em.getPlatform().supportsSchemas();
}

/** A JSON value as a query writes it; both drivers take it as text. */
export function json<T>(value: T): T {
  return JSON.stringify(value) as T;
}

/** Whether `column` is one of the numbers in the JSON array `ids`: one parameter, however many there are. */
export function inList(em: EntityManager, column: string, ids: SqlValue<string>): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} in (select value::int from jsonb_array_elements_text(${ids}::jsonb))`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`;
}

/** Whether the JSON array in `column` holds the text `value`. */
export function jsonHas(em: EntityManager, column: string, value: SqlValue<string>): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} @> to_jsonb(array[${value}::text])`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where value = ${value})`;
}

/** The texts of a JSON array, as a query. */
export function textsIn(em: EntityManager, values: SqlValue<string>): RawBuilder<string> {
  return isPostgres(em)
    ? sql`select jsonb_array_elements_text(${values}::jsonb)`
    : sql`select value from json_each(${values})`;
}

/** Whether the text in `column`, in lower case, is like `pattern`, which `containing` made. */
export function isLike(column: string, pattern: SqlValue<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

/** The pattern of what contains `text` in any letter case, where a lower-case copy is stored; "%" and "_" stand for themselves. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** As `containing`, for text that was not stored in lower case: databases lower only A to Z. */
export function containingAscii(text: string): string {
  return `%${text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The pattern of what starts with `text`, letter case as in `containingAscii`. */
export function startingAscii(text: string): string {
  return containingAscii(text).slice(1);
}

/** Locks the selected rows against changes until the end of the transaction (`for no key update`). SQLite has one writer and needs no row locks. */
export function withRowLock<Q extends { forNoKeyUpdate(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forNoKeyUpdate() : query;
}

/** Locks the selected rows against changes and new references (`for update`), for rows that are about to be deleted. */
export function withDeletionLock<Q extends { forUpdate(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forUpdate() : query;
}

/** Locks the selected rows against deletion until the end of the transaction (`for key share`); they may be changed. */
export function withKeyShareLock<Q extends { forKeyShare(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forKeyShare() : query;
}

/** The purposes of advisory locks, each with its number in PostgreSQL. */
const ADVISORY_LOCKS = {
  'conversation counts': 1,
  'contact inboxes': 2,
  'single conversation': 3,
  transcripts: 4,
  'search index': 5,
  timetable: 6,
  imports: 7,
};

/**
 * Waits for the advisory lock of this purpose and row key, and holds it until the end of the transaction. For work where
 * row locks would lead to deadlocks. SQLite has one writer and needs no such lock.
 */
export async function takeAdvisoryLock(
  em: EntityManager,
  purpose: keyof typeof ADVISORY_LOCKS,
  id: number,
): Promise<void> {
  if (isPostgres(em)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[purpose])}, ${id}::int)`.execute(em.getKysely());
  }
}

/** Skips rows that another process holds; SQLite has one writer and needs no such thing. */
export function skipLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forUpdate().skipLocked() : query;
}

/**
 * Has the statements of this transaction wait only a moment for rows that others hold: for work that may come later, and
 * that keeps other work waiting. SQLite has one writer and needs no such thing.
 */
export async function waitBriefly(em: EntityManager): Promise<void> {
  if (isPostgres(em)) await sql`select set_config('lock_timeout', '200', true)`.execute(em.getKysely());
}

/** The JSON array of objects `rows` as a table; `columns` are their keys with the types that PostgreSQL is told. */
export function jsonRows<Row>(em: EntityManager, rows: SqlValue<string>, columns: Record<keyof Row & string, string>) {
  const names = Object.entries<string>(columns);
  if (isPostgres(em)) {
    const typed = sql.join(names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    return sql<Row>`(select * from jsonb_to_recordset(${rows}::jsonb) as r(${typed}))`;
  }
  const read = sql.join(names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`));
  return sql<Row>`(select ${read} from json_each(${rows}))`;
}

/**
 * Has the statements of this transaction find their few rows by indexes. PostgreSQL takes what it cannot count, such as
 * rows out of JSON, for a hundred rows or more, and would rather read a whole table for them. SQLite needs no such thing.
 */
export async function preferIndexes(em: EntityManager): Promise<void> {
  if (!isPostgres(em)) return;
  const settings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
  const off = sql.join(settings.map((setting) => sql`set_config(${sql.lit(setting)}, 'off', true)`));
  await sql`select ${off}`.execute(em.getKysely());
}
