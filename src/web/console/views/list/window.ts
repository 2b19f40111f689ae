/** Rows beside those that can be seen, so that scrolling shows no empty place. */
const BESIDE = 8;
/** The part that is drawn moves in steps, so that not every pixel draws it again. */
const STEP = 4;
/** However high the screen is. */
const MOST = 56;

export type Part = { from: number; to: number };

/** Which of `count` rows are drawn, of which those in the window can be seen; all lengths are in pixels. */
export function partIn(top: number, height: number, row: number, count: number): Part {
  const first = Math.floor(Math.max(0, top) / row);
  const from = Math.max(0, Math.floor((first - BESIDE) / STEP) * STEP);
  const seen = Math.ceil(height / row) + 2 * BESIDE + STEP;
  const last = Math.max(0, count - 1);
  const start = Math.min(from, Math.max(0, last - Math.min(MOST, seen) + 1));
  return { from: start, to: Math.min(count, start + Math.min(MOST, seen)) };
}
