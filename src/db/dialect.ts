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

/** Whether the JSON array in `column` holds the text `value`. */
export function jsonHas(em: EntityManager, column: string, value: string): RawBuilder<SqlBool> {
  return isPostgres(em)
    ? sql<SqlBool>`${sql.ref(column)} @> to_jsonb(array[${value}::text])`
    : sql<SqlBool>`exists (select 1 from json_each(${sql.ref(column)}) where value = ${value})`;
}

/** Whether the JSON array in `column` holds any of the texts `values`. */
export function jsonHasAny(em: EntityManager, column: string, values: string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join(
    values.map((value) => jsonHas(em, column, value)),
    sql` or `,
  )})`;
}

/** Whether `text` occurs in `column`, in the letter case given; "%" and "_" are themselves. */
export function containsText(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern.toLowerCase()} escape '\\'`;
}

/** Skips rows that another process holds; SQLite has one writer and needs no such thing. */
export function skipLocked<Q extends { forUpdate(): Q; skipLocked(): Q }>(em: EntityManager, query: Q): Q {
  return isPostgres(em) ? query.forUpdate().skipLocked() : query;
}
