import type { DatabaseKind, TableShape } from '../format.ts';
import { quoted, type TableDialect } from './snapshot.ts';

const sqlite: TableDialect = {
  migrations: 'select name from migrations order by id',
  columns: `select s.name as "table", c.name as "column", lower(c.type) as type
    from sqlite_schema s join pragma_table_info(s.name) c
    where s.type = 'table' and s.name not like 'sqlite@_%' escape '@' order by s.name, c.cid`,
  sequences: 'select name as "table", seq as last from sqlite_sequence',
  references: `select s.name as "table", f."from" as "column", f."table" as "toTable", f."to" as "toColumn"
    from sqlite_schema s join pragma_foreign_key_list(s.name) f where s.type = 'table' order by s.name, f.id`,
  rows: ({ name, columns }) =>
    `select json_array(${columns.map(({ name }) => quoted(name)).join(', ')}) from ${quoted(name)}`,
};

const postgresql: TableDialect = {
  migrations: 'select name from migrations order by id',
  columns: `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
    order by c.relname, a.attnum`,
  sequences: `select c.relname as "table", s.last_value as last
    from pg_sequences s
    join pg_class q on q.relname = s.sequencename and q.relnamespace = current_schema()::regnamespace
    join pg_depend d on d.objid = q.oid and d.classid = 'pg_class'::regclass and d.deptype = 'a'
    join pg_class c on c.oid = d.refobjid
    where s.schemaname = current_schema()`,
  references: `select t.relname as "table", a.attname as "column", o.relname as "toTable", k.attname as "toColumn"
    from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class o on o.oid = f.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = f.conkey[1]
    join pg_attribute k on k.attrelid = o.oid and k.attnum = f.confkey[1]
    where f.contype = 'f' and t.relnamespace = current_schema()::regnamespace order by t.relname, f.conname`,
  rows: ({ name, columns }) =>
    `select json_build_array(${columns.map(inPostgres).join(', ')})::text from ${quoted(name)}`,
};

export const TABLE_DIALECTS: Record<DatabaseKind, TableDialect> = { sqlite, postgresql };

function inPostgres({ name, type }: TableShape['columns'][number]): string {
  const column = quoted(name);
  if (type === 'boolean') return `${column}::int`;
  if (type === 'moment') return `(extract(epoch from ${column}) * 1000)::bigint`;
  return type === 'json' ? `${column}::text` : column;
}
