import type { TestApp } from '../app.ts';

const EVERY_MS = 50;

/**
 * Has the app look for due work every 50 ms rather than each second, as if there were commits all the time. Returns what
 * ends that.
 */
export function wakeOften({ app }: Pick<TestApp, 'app'>): () => void {
  const timer = setInterval(() => app.bus.notify(), EVERY_MS);
  return () => clearInterval(timer);
}
