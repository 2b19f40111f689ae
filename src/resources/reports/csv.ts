import type { Cell, Table } from '../../csv/write-csv.ts';
import type { Shape } from '../../wire/shape.ts';

/**
 * An answer as a table: a line per list item, and a column per value: `metric_open` is the value `open` of `metric`. An
 * object without a list is a single line. For an empty list, the header comes from `shape`.
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

/** The shape of list items, also if the list is an alternative in `anyOf`. */
function itemsOf({ items, anyOf = [] }: Shape): Shape {
  const lists = anyOf as readonly Shape[];
  return (items ?? lists.find((each) => 'items' in each)?.['items'] ?? {}) as Shape;
}

function columnsOf({ properties, required = [] }: Shape, path: string[]): string[] {
  if (properties === undefined) return [path.join('_')];
  const shapes = properties as Record<string, Shape>;
  return (required as readonly string[]).flatMap((name) => columnsOf(shapes[name] ?? {}, [...path, name]));
}
