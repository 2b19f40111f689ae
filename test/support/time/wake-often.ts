import type { TestApp } from '../app.ts';

const EVERY_MS = 50;

/**
 * Lets the app look for due work every 50 ms rather than each second, as after a commit, until the returned function is
 * called.
 */
export function wakeOften({ app }: Pick<TestApp, 'app'>): () => void {
  const timer = setInterval(() => app.bus.notify(), EVERY_MS);
  return () => clearInterval(timer);
}
