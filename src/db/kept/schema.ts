/**
 * A table or view: "table" where it can be told which rows and columns are written; "virtual" where it is only told that
 * something was, as of a virtual table that no trigger writes; "other" where nothing is told, as of a view.
 */
export type Relation = { kind: 'table' | 'virtual' | 'other'; columns: readonly string[] };

/** The tables and views of a database that are found without naming their schema. */
export type Schema = ReadonlyMap<string, Relation>;

/** A row of what `READ_SCHEMA` reads; `columns` is a JSON array. */
export type SchemaRow = { name: string; kind: Relation['kind']; columns: string };

/** The statements that read the schema, for `schemaOf`. */
export const READ_SCHEMA = {
  sqlite: `select s.name, json_group_array(c.name) as columns,
      case when s.type = 'table' and s.sql not like 'create virtual%' and max(c.hidden) = 0 then 'table'
        when s.sql like 'create virtual%' and not exists (
          select 1 from main.sqlite_schema t where t.type = 'trigger' and instr(lower(t.sql), lower(s.name))) then 'virtual'
        else 'other' end as kind
    from main.sqlite_schema s join pragma_table_xinfo(s.name) c where s.type in ('table', 'view') group by s.name`,
  postgresql: `select c.relname as name, json_agg(a.attname)::text as columns,
      case when c.relkind = 'r' and not c.relhassubclass then 'table' else 'other' end as kind
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace = current_schema()::regnamespace
    group by c.oid`,
};

export function schemaOf(rows: SchemaRow[]): Schema {
  return new Map(rows.map(({ name, kind, columns }) => [name, { kind, columns: JSON.parse(columns) as string[] }]));
}
