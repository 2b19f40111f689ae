import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Snapshot } from './snapshot.ts';

/** Characters that are wanted of a part, and how many rows are asked for at once at first, and at most. */
const PART = 2 ** 20;
const FIRST_ROWS = 64;
const MOST_ROWS = 8192;

/**
 * Gives `read` the PostgreSQL database as of now. Others go on writing.
 * @throws Error when it cannot be read, and what `read` throws
 */
export function withPostgresSnapshot<T>(tx: Tx, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  let hasBegun = false;
  return tx.snapshot((tx) => {
    // What was written already cannot be taken back.
    if (hasBegun) throw new Error('the connection was lost in the middle: try again');
    hasBegun = true;
    return read({
      kind: 'postgresql',
      all: async <Row>(query: string) => (await sql.raw<Row>(query).execute(tx.db)).rows,
      texts: (query) => textsOf(tx, query),
    });
  });
}

async function* textsOf(tx: Tx, query: string): AsyncGenerator<string[]> {
  await sql.raw(`declare texts no scroll cursor for select t.text from (${query}) t(text)`).execute(tx.db);
  let most = FIRST_ROWS;
  for (;;) {
    const { rows } = await sql.raw<{ text: string }>(`fetch ${most} from texts`).execute(tx.db);
    const texts = rows.map(({ text }) => text);
    if (texts.length > 0) yield texts;
    if (texts.length < most) break;
    most = nextMost(
      most,
      texts.reduce((sum, text) => sum + text.length, 0),
    );
  }
  await sql`close texts`.execute(tx.db);
}

/** How many rows to ask for after `rows` of them had `length` characters: rarely much more than a part. */
function nextMost(rows: number, length: number): number {
  const fitting = Math.floor((PART * rows) / Math.max(length, 1));
  return Math.max(1, Math.min(fitting, 2 * rows, MOST_ROWS));
}
