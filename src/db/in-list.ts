import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';

/** Whether `column` is one of the numbers in the JSON array `ids`, which is a single parameter of any length. */
export function inList(
  { isPostgres }: { isPostgres: boolean },
  column: string,
  ids: string | Expression<string>,
): RawBuilder<SqlBool> {
  if (!isPostgres) return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`;
  // PostgreSQL takes this for ten numbers, and so looks each up in an index. Of JSON it expects a hundred, for which it would
  // read whole tables of a few thousand rows; and with a plain array it would plan anew for each length.
  return sql<SqlBool>`${sql.ref(column)} in (select unnest((select translate(${ids}, '[]', '{}')::int[])))`;
}
