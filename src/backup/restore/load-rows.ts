import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { BackupError, type Header, type Sequences, type TableShape } from '../format.ts';
import { TABLE_DIALECTS } from '../tables/dialects.ts';
import type { DeclaredColumn } from '../tables/snapshot.ts';

/** Writes rows of a backup into tables that have the schema of the backup. */
export type Loading = {
  /** Returns how many rows the JSON array has. */
  rows(table: TableShape, rows: string): Promise<number>;
  sequences(sequences: Sequences): Promise<void>;
};

/**
 * Empties the tables of the backup, for which neither triggers nor foreign keys may hold.
 * @throws BackupError when the schema lacks what the backup has
 */
export async function openLoading(tx: Tx, { tables, database }: Header): Promise<Loading> {
  const types = await typesOf(tx);
  for (const table of tables) {
    requireColumns(table, types);
    await sql`delete from ${sql.table(table.name)}`.execute(tx.db);
  }
  // SQLite and PostgreSQL write JSON differently. A backup for the same kind of database keeps its texts.
  const minifies = !tx.isPostgres && database !== 'sqlite';
  return {
    async rows(table, rows) {
      const { numAffectedRows } = await insertOf(tx, table, rows, { types, minifies }).execute(tx.db);
      return Number(numAffectedRows ?? 0);
    },
    sequences(sequences) {
      const numbers = new Map(sequences.map(({ table, last }) => [table, last]));
      for (const [table, count] of Object.entries(GIVEN_OUT)) numbers.set(table, (numbers.get(table) ?? 0) + count);
      const further = [...numbers].map(([table, last]) => ({ table, last }));
      return tx.isPostgres ? setPostgresSequences(tx, further) : setSqliteSequences(tx, further);
    },
  };
}

/**
 * How many numbers are left out after the last number of the backup. Receivers of webhooks, readers of events and mail programs know the
 * numbers given out since the backup, and would take a new event, delivery or mail with a known number for a repetition.
 */
const GIVEN_OUT: { [table: string]: number } = { events: 10_000_000, deliveries: 10_000_000, messages: 1_000_000 };

/** The types of columns, by "table.column". */
type Types = Map<string, string>;

async function typesOf(tx: Tx): Promise<Types> {
  const { columns } = TABLE_DIALECTS[tx.isPostgres ? 'postgresql' : 'sqlite'];
  const { rows } = await sql.raw<DeclaredColumn>(columns).execute(tx.db);
  return new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]));
}

function requireColumns({ name, columns }: TableShape, types: Types): void {
  const lacking = columns.find((column) => !types.has(`${name}.${column.name}`));
  if (lacking) throw new BackupError(`the backup has ${name}.${lacking.name}, which this version has not`);
}

function insertOf(
  tx: Tx,
  { name, columns }: TableShape,
  rows: string,
  { types, minifies }: { types: Types; minifies: boolean },
): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const values = columns.map((column, index) =>
    tx.isPostgres
      ? postgresValue(index, types.get(`${name}.${column.name}`) ?? '')
      : sqliteValue(index, minifies && types.get(`${name}.${column.name}`) === 'json'),
  );
  const from = tx.isPostgres ? sql`jsonb_array_elements(${rows}::jsonb) as r(value)` : sql`jsonb_each(${rows}) as r`;
  return sql`insert into ${sql.table(name)} (${names}) select ${sql.join(values)} from ${from}`;
}

function sqliteValue(index: number, minifies: boolean): RawBuilder<unknown> {
  const value = sql`r.value ->> ${sql.lit(index)}`;
  return minifies ? sql`json(${value})` : value;
}

function postgresValue(index: number, type: string): RawBuilder<unknown> {
  const value = sql`(r.value ->> ${sql.lit(index)})`;
  if (type === 'boolean') return sql`${value}::int::boolean`;
  if (type === 'timestamp with time zone') return sql`to_timestamp(${value}::numeric / 1000)`;
  return sql`${value}::${sql.raw(type)}`;
}

/** The next key follows the last one, and the highest that there is. */
async function setPostgresSequences(tx: Tx, sequences: Sequences): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname as "table", a.attname as "column", pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`.execute(tx.db);
  for (const { table, column, sequence } of rows) {
    const last = sequences.find((of) => of.table === table)?.last ?? 0;
    await sql`select setval(${sequence}::regclass, greatest(last, 1), last > 0)
      from (select greatest(${last}::bigint, max(${sql.ref(column)})) as last from ${sql.table(table)}) t`.execute(
      tx.db,
    );
  }
}

async function setSqliteSequences(tx: Tx, sequences: Sequences): Promise<void> {
  for (const { table, last } of sequences) {
    const name = sql`${table}`;
    await sql`insert into sqlite_sequence (name, seq) select ${name}, 0
      where exists (select 1 from sqlite_schema where name = ${name} and sql like '%autoincrement%')
        and not exists (select 1 from sqlite_sequence where name = ${name})`.execute(tx.db);
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${name}`.execute(tx.db);
  }
}
