import type { Tx } from '../tx.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Placeholders, prepared } from '../prepared.ts';
import type { RowRead } from './noted-tables.ts';
import { type KeyedTable, ROW_KEYS } from './row-keys.ts';
import type { Check, Checked, ReadVersion } from './versioned-texts.ts';

/** Tables whose rows have counters too, which are written all the time: the version of such a row is what its columns hold. */
const BY_VALUE = new Set(['accounts']);
/** A whole table with more rows has no version: reading it would take too long. */
const MOST_ROWS = 100;

/** What was read of a table, without its version. */
export type ReadKey = Pick<ReadVersion, 'of' | 'key'>;

/** The table by which versions are told: "contacts", "inboxes *" for all rows, "accounts id,name" by these columns. */
export function versionedKey({ table, columns, key }: RowRead): ReadKey {
  if (key === null) return { of: `${table} *`, key };
  return { of: BY_VALUE.has(table) ? `${table} ${[...columns].toSorted().join(',')}` : table, key };
}

/** The versions of the rows as of now, and the server that they are from. That of a whole table is null where it is too large. */
export async function readVersions(tx: Tx, rows: ReadKey[]): Promise<{ server: string; rows: ReadVersion[] }> {
  const [values, variant] = questionOf('read', rows);
  return answerOf(await select(tx, values, variant), variant);
}

/** Asks whether the rows have other versions. */
export function checkOf(rows: ReadVersion[]): Check {
  const [values, variant] = questionOf('changed', rows);
  return { names: new Set(rows.map(({ name }) => name)), values, variant };
}

export async function runCheck(tx: Tx, check: Check): Promise<Checked> {
  const { server, rows } = answerOf(await select(tx, check.values, check.variant), check.variant);
  return { check, server, changed: new Set(rows.map(({ name }) => name)) };
}

/** The values and the variant of `select` for the rows. */
function questionOf(what: 'read' | 'changed', rows: (ReadKey & { version?: string | null })[]) {
  // Sorted, so that the same tables are one variant.
  const tables = new Map([...Map.groupBy(rows, (row) => row.of)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const values: Record<string, string> = {};
  for (const [index, asked] of [...tables.values()].entries()) {
    values[`k${index}`] = `{${asked.map(({ key }) => key ?? 0).join()}}`;
    values[`v${index}`] = `{${asked.map(({ version }) => element(version ?? null)).join()}}`;
  }
  return [values, [what, ...tables.keys()].join('|')] as const;
}

function answerOf(answers: Row[], variant: string): { server: string; rows: ReadVersion[] } {
  const [, ...tables] = variant.split('|');
  const server = answers.find(({ part }) => part === SERVER);
  const rows = answers.flatMap(({ part, key, version }) => {
    const of = tables[part];
    if (of === undefined) return [];
    const row = { of, key: isWhole(of) ? null : key, version };
    return [{ ...row, name: `${of} ${row.key} ${version}` }];
  });
  return { server: server?.version ?? '', rows };
}

/** An element of an array in PostgreSQL's text form. */
const element = (value: string | null) =>
  value === null ? 'NULL' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const isWhole = (of: string) => of.endsWith(' *');

/** The part of the row that tells the server. */
const SERVER = -1;

type Row = { part: number; key: number; version: string | null };

/** The server by the time of its start as the first row, and a row for each version, of those that are asked for. */
const select = prepared((db, values: Placeholders<Record<string, string>>, variant: string) => {
  const [what, ...parts] = variant.split('|');
  const selects = parts.map((of, index) => {
    const part = sql.lit(index);
    // In a subquery, so that PostgreSQL does not plan anew for the number of elements, which takes longer than running.
    const keys = sql`(select ${values[`k${index}`]}::int[])`;
    if (what === 'read') return sql`select ${part}, k.key, ${currentVersion(of)} from unnest(${keys}) k(key)`;
    const versions = sql`(select ${values[`v${index}`]}::text[])`;
    return sql`select ${part}, k.key, k.version from unnest(${keys}, ${versions}) k(key, version)
      where ${currentVersion(of)} is distinct from k.version`;
  });
  const server = sql`select ${sql.lit(SERVER)} as part, 0 as key, extract(epoch from pg_postmaster_start_time())::text as version`;
  return db.selectFrom(sql<Row>`(${sql.join([server, ...selects], sql` union all `)})`.as('versions')).selectAll();
});

/** The version of the rows with the key `k.key`, or of all rows. */
function currentVersion(of: string): RawBuilder<string | null> {
  const [name = '', columns] = of.split(' ');
  const table = sql.table(name);
  if (isWhole(of)) {
    const rows = sql`select t.xmin, t.ctid from ${table} t limit ${sql.lit(MOST_ROWS + 1)}`;
    return sql`(select case when count(*) <= ${sql.lit(MOST_ROWS)} then coalesce(string_agg(t.xmin::text, ' ' order by t.ctid), '') end from (${rows}) t)`;
  }
  const version = columns
    ? sql`row(${sql.join(columns.split(',').map((column) => sql.ref(`t.${column}`)))})::text`
    : sql`t.xmin::text`;
  const found = ROW_KEYS[name as KeyedTable].map((column) => {
    const where = sql`from ${table} t where t.${sql.ref(column)} = k.key`;
    // One row at most, for which aggregating would only take time.
    if (column === 'id') return sql`(select ${version} ${where})`;
    return sql`(select string_agg(${version}, ' ' order by t.ctid) ${where})`;
  });
  return found.length === 1 ? sql`${found[0]}` : sql`concat(${sql.join(found, sql`, '|', `)})`;
}
