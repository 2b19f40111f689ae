/** So many rows are in the page at first. */
export const ROWS = 60;
/** So many more with each step to an end; */
export const STEP = 40;
/** then rows at the other end go, so that there are never more than this. */
export const MOST_ROWS = 120;

/** The rows that are in the page: up to the message with this id, null = the newest. */
export type RowsWindow = { end: number | null; count: number };

export const NEWEST: RowsWindow = { end: null, count: ROWS };

/** The part of `ids`, which are in order, that is in the page: from `from` to `to`, without the latter. */
export function rangeOf({ end, count }: RowsWindow, ids: readonly number[]): { from: number; to: number } {
  const to = end === null ? ids.length : ids.findLastIndex((id) => id <= end) + 1;
  return { from: Math.max(0, to - count), to };
}

/** The window a step further back. */
export function olderWindow(now: RowsWindow, ids: readonly number[]): RowsWindow {
  const { from, to } = rangeOf(now, ids);
  const start = Math.max(0, from - STEP);
  return windowOf(start, Math.min(to, start + MOST_ROWS), ids);
}

/** The window a step further on. */
export function newerWindow(now: RowsWindow, ids: readonly number[]): RowsWindow {
  const { from, to } = rangeOf(now, ids);
  const end = Math.min(ids.length, to + STEP);
  return windowOf(Math.max(from, end - MOST_ROWS), end, ids);
}

/** The window with this message in its middle. */
export function windowAround(id: number, ids: readonly number[]): RowsWindow {
  const end = Math.min(ids.length, ids.indexOf(id) + ROWS / 2);
  return windowOf(Math.max(0, end - ROWS), end, ids);
}

function windowOf(from: number, to: number, ids: readonly number[]): RowsWindow {
  return { end: to === ids.length ? null : (ids[to - 1] ?? null), count: Math.max(ROWS, to - from) };
}
