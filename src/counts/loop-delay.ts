import { Histogram } from './histogram.ts';

/** How often the event loop is looked at. */
const EVERY_MS = 100;
/** The upper ends of the ranges, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** How late the event loop was, in seconds, each time it was looked at. */
export function newLoopDelay(): Histogram {
  return new Histogram(BOUNDS);
}

/** Notes in `delay` how late the event loop is, ten times a second. Returns a function that ends it. */
export function watchLoop(delay: Histogram): () => void {
  let dueAt = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delay.note(Math.max(0, now - dueAt) / 1000);
    dueAt = now + EVERY_MS;
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
