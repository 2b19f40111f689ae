import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Options, stringify, type Stringifier } from 'csv-stringify';
import { stringify as stringifyAtOnce } from 'csv-stringify/sync';
import { safeCell } from './safe-cell.ts';

export type Cell = string | number | null;
/** The names of a CSV file's columns, and its lines. */
export type Table = { header: readonly string[]; lines: readonly (readonly Cell[])[] };

/** Without a byte order mark, Excel reads UTF-8 as the code page of the computer. */
const FORM = { bom: true } as const;

/** How many cells are written in one turn of the event loop: until V8 has compiled csv-stringify, each takes some microseconds. */
const CELLS_AT_ONCE = 1000;

/** Writes lines as they come as a CSV file in UTF-8 with a byte order mark. Callers make texts safe with `safeCell`. */
export function csvStream(options: Pick<Options, 'delimiter' | 'header' | 'columns'> = {}): Stringifier {
  return stringify({ ...FORM, ...options });
}

/**
 * A table as the text of a CSV file with a byte order mark; texts are escaped so that spreadsheets do not take them for
 * formulas. Other requests are served between its parts.
 */
export async function csvText({ header, lines }: Table): Promise<string> {
  const linesAtOnce = Math.ceil(CELLS_AT_ONCE / header.length);
  let text = stringifyAtOnce([header.map(safeCell)], FORM);
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    await nextTurn();
    text += stringifyAtOnce(lines.slice(start, start + linesAtOnce).map(textsOf));
  }
  return text;
}

/** Numbers are written as texts, for which csv-stringify takes a third of the time. */
function textsOf(line: readonly Cell[]): string[] {
  return line.map((cell) => (typeof cell === 'string' ? safeCell(cell) : `${cell ?? ''}`));
}
