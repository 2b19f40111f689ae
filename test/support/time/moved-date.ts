// Loaded before the program by NODE_OPTIONS=--import: its wall clock is off by the milliseconds in the file that
// PARLEY_TEST_CLOCK names. The monotonic clock and timers go on, as on a machine whose clock is set.
import { openSync, readSync } from 'node:fs';

const file = openSync(process.env['PARLEY_TEST_CLOCK'] ?? '', 'r');
const text = Buffer.alloc(32);
const Real = Date;

function now(): number {
  const length = readSync(file, text, 0, text.length, 0);
  return Real.now() + Number(text.toString('latin1', 0, length));
}

// Not a subclass: the dates that Node.js makes itself must stay instances of Date.
globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
