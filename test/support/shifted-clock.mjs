// Loaded before a program by NODE_OPTIONS=--import: its wall clock is off by the milliseconds in the file that
// TEST_CLOCK_FILE names. Timers and the monotonic clock are left alone, as they are by whoever sets a machine's clock.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 100;
const RealDate = Date;
let offset = 0;

function look() {
  try {
    offset = Number(readFileSync(process.env.TEST_CLOCK_FILE, 'utf8'));
  } catch {
    offset = 0;
  }
}

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
look();
setInterval(look, LOOK_EVERY_MS).unref();
