import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { EntityManager } from './orm.ts';

/** True on PostgreSQL, false on SQLite. */
export function isPostgres(em: EntityManager): boolean {
  return em.getPlatform().supportsSchemas();
}

/** A JSON value as a query writes it; both drivers take it as text. */
export function json<T>(value: T): T {
  return JSON.stringify(value) as T;
}

/** Whether `column` is one of the numbers in the JSON array `ids`: one parameter, however many there are. */
export function inList(em: EntityManager, column: string, ids: string): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} in (select value::int from jsonb_array_elements_text(${ids}::jsonb))`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`;
}

/** Whether the JSON array in `column` holds the text `value`. */
export function jsonHas(em: EntityManager, column: string, value: string): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} @> to_jsonb(array[${value}::text])`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where value = ${value})`;
}

/** Whether the JSON array in `column` holds any of the texts in the JSON array `values`. */
export function jsonHasAny(em: EntityManager, column: string, values: string): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} ?| array(select jsonb_array_elements_text(${values}::jsonb))`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) as has, json_each(${values}) as asked where has.value = asked.value)`;
}

/** Whether the text in `column`, in lower case, is like `pattern`, which `containing` made. */
export function isLike(column: string, pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

/** The pattern of what contains `text` in any letter case; "%" and "_" stand for themselves. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Holds the selected rows until the end of the transaction; SQLite has one writer and needs no such thing. */
export function locked<Q extends { forUpdate(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forUpdate() : query;
}

/** Skips rows that another process holds; SQLite has one writer and needs no such thing. */
export function skipLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forUpdate().skipLocked() : query;
}
