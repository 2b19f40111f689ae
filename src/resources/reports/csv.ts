import { stringify } from 'csv-stringify/sync';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Shape } from '../../wire/shape.ts';
import { safeCell } from '../contacts/export/safe-cell.ts';

type Cell = string | number | null;
/** What a CSV file has: the names of its columns, and its lines. */
export type Table = { header: readonly string[]; lines: readonly (readonly Cell[])[] };

/** How many cells are written in one turn of the event loop: until V8 has compiled csv-stringify, each takes some microseconds. */
const CELLS_AT_ONCE = 1000;

/**
 * A table as a CSV file; texts are escaped so that spreadsheets do not take them for formulas. Other requests are served
 * between its parts.
 */
export async function csvOf({ header, lines }: Table): Promise<string> {
  const linesAtOnce = Math.ceil(CELLS_AT_ONCE / header.length);
  let text = stringify([header.map(safeCell)]);
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    await nextTurn();
    text += stringify(lines.slice(start, start + linesAtOnce).map(textsOf));
  }
  return text;
}

/** Numbers are written as texts, for which csv-stringify takes a third of the time. */
function textsOf(line: readonly Cell[]): string[] {
  return line.map((cell) => (typeof cell === 'string' ? safeCell(cell) : `${cell ?? ''}`));
}

/**
 * An answer as a table: a line for each thing in a list, and columns for all values in it: `metric_open` is the value `open`
 * of `metric`. Of an object without a list, one line. What an empty list would have says its shape.
 */
export function tableOfAnswer(answer: unknown, shape: Shape): Table {
  const rows = (Array.isArray(answer) ? answer : [answer]).map((row: unknown) => new Map(cellsOf(row, [])));
  const header =
    rows.length === 0 ? columnsOf(itemsOf(shape), []) : [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { header, lines: rows.map((row) => header.map((name) => row.get(name) ?? null)) };
}

/** Counts by channel as a table: a line for each channel, and a column for each count. */
export function tableOfChannels(channels: Record<string, Record<string, number>>, counts: readonly string[]): Table {
  const lines = Object.entries(channels).map(([channel, row]) => [channel, ...counts.map((name) => row[name] ?? 0)]);
  return { header: ['channel', ...counts], lines };
}

function cellsOf(value: unknown, path: string[]): [string, Cell][] {
  if (typeof value !== 'object' || value === null) return [[path.join('_'), value as Cell]];
  return Object.entries(value).flatMap(([key, inner]) => cellsOf(inner, [...path, key]));
}

/** The shape of what is in the list, which may be one of several answers. */
function itemsOf({ items, anyOf = [] }: Shape): Shape {
  const lists = anyOf as readonly Shape[];
  return (items ?? lists.find((each) => 'items' in each)?.['items'] ?? {}) as Shape;
}

function columnsOf({ properties, required = [] }: Shape, path: string[]): string[] {
  if (properties === undefined) return [path.join('_')];
  const shapes = properties as Record<string, Shape>;
  return (required as readonly string[]).flatMap((name) => columnsOf(shapes[name] ?? {}, [...path, name]));
}
