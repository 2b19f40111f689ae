import { sql } from 'kysely';
import type { Tx } from './tx.ts';
import { invalid } from '../errors.ts';

/** Making the text of an answer of this length takes a tenth of a second, in which nothing else is done. */
const MOST_CHARACTERS = 5_000_000;
/** The approximate size of an item's other values in an answer. */
const REST = 500;

/** The tables of lists without pages, with their possibly long columns. */
const LONG_COLUMNS = {
  automation_rules: ['conditions', 'actions'],
  canned_responses: ['content'],
  custom_filters: ['query'],
  macros: ['actions'],
  notes: ['content'],
} as const;

/**
 * Checks, once one was added or changed, that an answer can hold all of them that have the same values in the columns of
 * `owner`.
 * @throws AppError `invalid`
 */
export async function checkTotal(
  tx: Tx,
  table: keyof typeof LONG_COLUMNS,
  owner: Readonly<Record<string, number>>,
): Promise<void> {
  const lengths = LONG_COLUMNS[table].map((column) => sql`length(cast(${sql.ref(column)} as text))`);
  const isOwn = Object.entries(owner).map(([column, id]) => sql`${sql.ref(column)} = ${id}`);
  const { rows } = await sql<{ characters: number | string }>`
    select sum(${sql.join(lengths, sql` + `)} + ${sql.lit(REST)}) as characters
    from ${sql.table(table)} where ${sql.join(isOwn, sql` and `)}`.execute(tx.db);
  if (Number(rows[0]?.characters) <= MOST_CHARACTERS) return;
  throw invalid(
    'Validation failed',
    `all ${table.replace('_', ' ')} together have at most ${MOST_CHARACTERS} characters, and ${REST} more count for each; delete some first`,
  );
}
