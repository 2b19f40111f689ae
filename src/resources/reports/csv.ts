import { stringify } from 'csv-stringify/sync';
import { safeCell } from '../contacts/export/safe-cell.ts';

type Cell = string | number | null;

/** A table as a CSV file; texts are escaped so that spreadsheets do not take them for formulas. */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? safeCell(cell) : (cell ?? ''))));
  return stringify([header.map(safeCell), ...cells] as Cell[][]);
}

/**
 * An answer as a CSV file: a line for each thing in a list, and columns for all values in it: `metric_open` is the value `open`
 * of `metric`. Of an object without a list, one line.
 */
export function csvOfAnswer(answer: unknown): string {
  const rows = (Array.isArray(answer) ? answer : [answer]).map((row: unknown) => new Map(cellsOf(row, [])));
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return csvOf(
    header,
    rows.map((row) => header.map((name) => row.get(name) ?? null)),
  );
}

function cellsOf(value: unknown, path: string[]): [string, Cell][] {
  if (typeof value !== 'object' || value === null) return [[path.join('_'), value as Cell]];
  return Object.entries(value).flatMap(([key, inner]) => cellsOf(inner, [...path, key]));
}
