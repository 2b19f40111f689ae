import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { keepWatchdog } from '../../../src/cli/systemd/keep-watchdog.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';

const POOL = 2;
/** How long an operation waits for a connection. */
const WAIT_MS = 1000;

let lines: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const log = { write: (line: string) => void lines.push(line) };
  test = await givenApp({ 'database.pool_size': String(POOL) }, { jobs: false, log, databaseWaitMs: WAIT_MS });
});
let stop = () => {};
afterEach(() => stop());
afterAll(() => test.stop());

/** Counts how often the server is said to live, twice in `watchdogMs`. */
async function watched(watchdogMs: number): Promise<() => number> {
  let told = 0;
  stop = await keepWatchdog(test.app, { tell: ({ WATCHDOG }) => void (told += Number(WATCHDOG)), watchdogMs });
  return () => told;
}

describe('the word that the server lives', () => {
  it('is given while the database does what it is asked', async () => {
    const times = await watched(400);

    await eventually(times, (count) => count > 1);
  });

  it.each([
    ['nothing is heard of the database in time', WAIT_MS / 2],
    ['the database says that it has no connection', 6 * WAIT_MS],
  ])('is not given while all connections are taken for ever, and %s', async (_, watchdogMs) => {
    const over = Promise.withResolvers<void>();
    const holding = Array.from({ length: POOL }, () => {
      const held = Promise.withResolvers<void>();
      const done = test.app.tx().transactional(async () => {
        held.resolve();
        await over.promise;
      });
      return { held: held.promise, done: done.catch(() => {}) };
    });
    // SQLite has one connection.
    await Promise.race(holding.map(({ held }) => held));
    if (test.app.tx().isPostgres) await Promise.all(holding.map(({ held }) => held));
    lines = [];

    const times = await watched(watchdogMs);
    await eventually(
      () => lines.filter((line) => line.includes('comes to no end')).length,
      (count) => count > 0,
    );
    const during = times();
    over.resolve();
    await Promise.all(holding.map(({ done }) => done));

    expect(during).toBe(0);
    await eventually(times, (count) => count > 0);
  });
});
