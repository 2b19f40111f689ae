import { sql } from 'kysely';
import type { Tx } from '../tx.ts';

// SQLite keeps an index of FTS5 in parts, those of about the same size on one level: new parts on the first. Where several are
// on one level, they are merged into one part of the next level.

/** A level of the index. */
export type Level = {
  /** How many of its parts are being merged; 0 = none. */
  merging: number;
  parts: number;
  /** How many rows its parts have words of, and how many of these were deleted since. */
  rows: number;
  deleted: number;
};

/** The row of the index's data that says which parts it has. */
const STRUCTURE_ROW = 10;
/** How the structure begins where SQLite counts the rows of parts, as it does where `contentless_delete` is set. */
const WITH_ROWS = Buffer.from([0xff, 0, 0, 1]);
const COOKIE_BYTES = 4;
const MOST_VARINT_BYTES = 9;
/** SQLite refuses an index with more. */
const MOST_LEVELS = 2000;

/** What SQLite has written of the parts of the index; it changes with each write and each merge. SQLite only. */
export async function readStructure(tx: Tx, index: string): Promise<Buffer> {
  const data = sql.table(`${index}_data`);
  const { rows } = await sql<{ block: Buffer }>`select block from ${data} where id = ${STRUCTURE_ROW}`.execute(tx.db);
  return rows[0]?.block ?? Buffer.alloc(0);
}

/**
 * The levels of which `readStructure` gave this, with the newest parts first; none where SQLite does not count their rows. The
 * format is SQLite's own (`fts5StructureDecode` in its sources). @throws Error when it is damaged
 */
export function levelsOf(structure: Buffer): Level[] {
  const counted = structure.subarray(COOKIE_BYTES, COOKIE_BYTES + WITH_ROWS.length).equals(WITH_ROWS);
  if (!counted) return [];
  const next = varintsOf(structure, COOKIE_BYTES + WITH_ROWS.length);
  const levels = next();
  if (levels > MOST_LEVELS) throw damaged();
  // The number of parts, and how much has been written.
  skip(next, 2);
  return Array.from({ length: levels }, () => readLevel(next));
}

function readLevel(next: () => number): Level {
  const [merging, parts] = [next(), next()];
  const level = { merging, parts, rows: 0, deleted: 0 };
  for (let part = 0; part < parts; part += 1) {
    // Its id, its pages (first and last), where its rows come from (first and last), and pages of deleted rows.
    skip(next, 6);
    level.deleted += next();
    level.rows += next();
  }
  return level;
}

function skip(next: () => number, values: number): void {
  for (let skipped = 0; skipped < values; skipped += 1) next();
}

/** Reads one whole number after the other, in SQLite's "varint" format: seven bits in each byte, eight in a ninth. */
function varintsOf(bytes: Buffer, from: number): () => number {
  let at = from;
  return () => {
    let value = 0;
    for (let length = 1; length < MOST_VARINT_BYTES; length += 1) {
      const byte = bytes[at++];
      if (byte === undefined) throw damaged();
      value = value * 0x80 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return value * 0x100 + (bytes[at++] ?? 0);
  };
}

const damaged = () => new Error('the search index is damaged: the list of its parts has no end');
