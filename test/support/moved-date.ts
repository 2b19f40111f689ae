// Loaded before the program by NODE_OPTIONS=--import: its wall clock is off by the milliseconds in the file that
// PARLEY_TEST_CLOCK names. The monotonic clock and timers go on as they do when somebody sets a machine's clock.
import { readFileSync } from 'node:fs';

const file = process.env['PARLEY_TEST_CLOCK'] ?? '';
/** How long an offset that was read is taken to be in force. */
const FRESH_MS = 10;
const Real = Date;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now(): number {
  if (performance.now() - readAt > FRESH_MS) {
    offset = Number(readFileSync(file, 'utf8'));
    readAt = performance.now();
  }
  return Real.now() + offset;
}

// Not a subclass: the dates that Node.js makes itself must stay instances of Date.
globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
