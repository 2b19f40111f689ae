import type { Tx } from './tx.ts';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** A value to bind, or an expression, such as a placeholder of a prepared query. */
export type SqlValue<T> = T | Expression<T>;

/** `value` as a query writes it to a JSON column: both drivers take JSON as text. */
export function json<T>(value: T): T {
  return stringify(value) as T;
}

/** As `JSON.stringify`, sooner for lists and plain objects without members: most attributes and labels are such. */
export function stringify(value: unknown): string {
  if (isEmpty(value)) return Array.isArray(value) ? '[]' : '{}';
  return JSON.stringify(value);
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const name in value) if (Object.hasOwn(value, name)) return false;
  return true;
}

/** In a separate file, because `Tx` itself uses it. */
export { inList } from './in-list.ts';

/** Whether the JSON array in `column` holds the text `value`. */
export function jsonHas(tx: Tx, column: string, value: SqlValue<string>): RawBuilder<SqlBool> {
  return tx.isPostgres
    ? sql<SqlBool>`${sql.ref(column)} @> to_jsonb(array[${value}::text])`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where value = ${value})`;
}

/**
 * A condition that always holds, in a query that looks at very many rows with this integer `key`: SQLite can only be
 * stopped in the middle where it calls a function, here for one of 256 keys. PostgreSQL needs no such condition.
 */
export function goesOn(tx: Tx, key: string): RawBuilder<SqlBool> {
  return tx.isPostgres ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.ref(key)} & 255 <> 0 or parley_goes_on())`;
}

/** The column, written so that SQLite uses no index for the comparison; PostgreSQL chooses well from its statistics. */
export function unindexed(tx: Tx, column: string): RawBuilder<unknown> {
  return tx.isPostgres ? sql.ref(column) : sql`+${sql.ref(column)}`;
}

/** The greatest value; no value may be null. */
export function greatestOf(tx: Tx, ...values: SqlValue<number>[]): RawBuilder<number> {
  return tx.isPostgres ? sql`greatest(${sql.join(values)})` : sql`max(${sql.join(values)})`;
}

/** The least value; no value may be null. */
export function leastOf(tx: Tx, ...values: SqlValue<number>[]): RawBuilder<number> {
  return tx.isPostgres ? sql`least(${sql.join(values)})` : sql`min(${sql.join(values)})`;
}

/** A query that gives the texts of a JSON array as rows. */
export function textsIn(tx: Tx, values: SqlValue<string>): RawBuilder<string> {
  return tx.isPostgres
    ? sql`select jsonb_array_elements_text(${values}::jsonb)`
    : sql`select value from json_each(${values})`;
}

/** Whether the lower-cased text in `column` matches `pattern`, made by `containingAscii` or `startingAscii`. */
export function isLike(column: string, pattern: SqlValue<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

/**
 * The `like` pattern of texts that contain `text`, for `lower(column)`; "\", "%" and "_" are escaped. A to Z match in either
 * letter case, and other letters as they are.
 */
export function containingAscii(text: string): string {
  return `%${text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The `like` pattern of texts that start with `text`; letter case as in `containingAscii`. */
export function startingAscii(text: string): string {
  return containingAscii(text).slice(1);
}

/** Locks the selected rows against changes until the end of the transaction (`for no key update`). SQLite has one writer and needs no row locks. */
export function withRowLock<Q extends { forNoKeyUpdate(): Q }>(tx: Tx, query: Q): Q {
  return tx.isPostgres ? query.forNoKeyUpdate() : query;
}

/** Locks the selected rows against changes and new references (`for update`), for rows that are about to be deleted. */
export function withDeletionLock<Q extends { forUpdate(): Q }>(tx: Tx, query: Q): Q {
  return tx.isPostgres ? query.forUpdate() : query;
}

/** Locks the selected rows against deletion until the end of the transaction (`for key share`); they may be changed. */
export function withKeyShareLock<Q extends { forKeyShare(): Q }>(tx: Tx, query: Q): Q {
  return tx.isPostgres ? query.forKeyShare() : query;
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
  'payload layouts': 8,
  'public contacts': 9,
  'mails to teams': 10,
  sendings: 11,
  'received events': 12,
  'report sums': 13,
  instructions: 14,
  campaigns: 15,
  codes: 16,
  'first account': 17,
};

/**
 * Waits for the advisory lock of this purpose and row key, and holds it until the end of the transaction. For work where
 * row locks would lead to deadlocks. SQLite has one writer and needs no such lock.
 */
export async function takeAdvisoryLock(tx: Tx, purpose: keyof typeof ADVISORY_LOCKS, id: number): Promise<void> {
  if (tx.isPostgres) {
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[purpose])}, ${id}::int)`.execute(tx.db);
  }
}

/**
 * As `takeAdvisoryLock`, shared with others: an exclusive holder waits for all shared holders, and they for it.
 */
export async function shareAdvisoryLock(tx: Tx, purpose: keyof typeof ADVISORY_LOCKS, id: number): Promise<void> {
  if (tx.isPostgres) {
    await tx.sent(
      sql`select pg_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS[purpose])}, ${id}::int)`.execute(tx.db),
    );
  }
}

/**
 * A condition that takes the advisory lock of this purpose until the end of the transaction, and does not hold where
 * another transaction has it.
 */
export function hasAdvisoryLock(tx: Tx, purpose: keyof typeof ADVISORY_LOCKS): RawBuilder<SqlBool> {
  return tx.isPostgres
    ? sql<SqlBool>`pg_try_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS[purpose])}, 0)`
    : sql<SqlBool>`1 = 1`;
}

/**
 * Locks the selected rows and leaves out those that another transaction has locked. SQLite has one writer and needs no
 * row locks.
 */
export function skipLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(tx: Tx, query: Q): Q {
  return tx.isPostgres ? query.forUpdate().skipLocked() : query;
}

/**
 * Limits how long statements of this transaction wait for locks to 200 ms, for work that can be tried again later.
 * SQLite has one writer and needs no such limit.
 */
export async function waitBriefly(tx: Tx): Promise<void> {
  if (tx.isPostgres) await sql`select set_config('lock_timeout', '200', true)`.execute(tx.db);
}

/** The JSON array of objects `rows` as a table; `columns` are the objects' keys with their PostgreSQL types. */
export function jsonRows<Row>(tx: Tx, rows: SqlValue<string>, columns: Record<keyof Row & string, string>) {
  const names = Object.entries<string>(columns);
  if (tx.isPostgres) {
    const typed = sql.join(names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    return sql<Row>`(select * from jsonb_to_recordset(${rows}::jsonb) as r(${typed}))`;
  }
  const read = sql.join(names.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`));
  return sql<Row>`(select ${read} from json_each(${rows}))`;
}

/**
 * Makes the statements of this transaction use indexes. PostgreSQL estimates a hundred rows or more for what it cannot
 * count, such as rows read from JSON, and would scan whole tables for them. SQLite needs no such setting.
 */
export async function preferIndexes(tx: Tx): Promise<void> {
  if (!tx.isPostgres) return;
  const settings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];
  const off = sql.join(settings.map((setting) => sql`set_config(${sql.lit(setting)}, 'off', true)`));
  await sql`select ${off}`.execute(tx.db);
}
