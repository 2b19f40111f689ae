import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

/** The bytes of each table on the disk, with its indexes, by name. On SQLite it reads the whole file. */
export async function readTableBytes(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await (tx.isPostgres ? ON_POSTGRES : ON_SQLITE).execute(tx.db);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

type TableBytes = { name: string; bytes: number | string };

const ON_POSTGRES = sql<TableBytes>`select relname as name, pg_total_relation_size(oid) as bytes from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

const ON_SQLITE = sql<TableBytes>`select s.tbl_name as name, sum(d.pgsize) as bytes
  from dbstat d join sqlite_schema s on s.name = d.name where d.aggregate = true group by s.tbl_name`;
