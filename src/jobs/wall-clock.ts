import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { App } from '../app.ts';
import { adoptClock, MOST_DRIFT_MS } from './adopt-clock.ts';

/** The wall clock as those read it who claim what is due, or write when something is due again. */
export type WallClock = {
  /** The time. When the clock was set meanwhile, what waits has been moved along with it before the answer comes. */
  now(): Promise<Date>;
};

/** What nobody can set: a machine's name since its last start, and the milliseconds of its monotonic clock. */
export type Machine = { bootId: string; uptime(): number };

/** The time of `app`, whatever it does: for tests that let days pass at once. */
export function unwatchedClock(app: App): WallClock {
  return { now: async () => app.now() };
}

/** The time of `app`, held against the monotonic clock whenever it is asked for. */
export function watchedClock(app: App, { bootId, uptime }: Machine = thisMachine()): WallClock {
  /** When the monotonic clock stood at zero, as due times are written, and its time when that was last seen to hold. */
  let adopted: { startedAt: Date; seenAt: number } | null = null;
  let adopting: Promise<void> | null = null;

  function read() {
    const at = uptime();
    const now = app.now();
    return { at, now, startedAt: new Date(now.getTime() - at) };
  }

  async function adopt(): Promise<void> {
    const { at, now, startedAt } = read();
    const unseenMs = adopted ? at - adopted.seenAt : null;
    const outcome = await adoptClock(app.orm.em.fork(), bootId, startedAt, now, unseenMs);
    adopted = { startedAt: outcome.startedAt, seenAt: at };
    if (outcome.movedMs !== 0) {
      app.log.warn({ moved_ms: outcome.movedMs }, 'the clock was set: what waits for its time was moved along with it');
    }
  }

  return {
    async now() {
      for (;;) {
        const { at, now, startedAt } = read();
        if (adopted && Math.abs(startedAt.getTime() - adopted.startedAt.getTime()) <= MOST_DRIFT_MS) {
          adopted.seenAt = at;
          return now;
        }
        await (adopting ??= adopt().finally(() => (adopting = null)));
      }
    },
  };
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Processes of one Linux machine share both; elsewhere each process is by itself. */
function thisMachine(): Machine {
  return {
    bootId: existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : randomUUID(),
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
  };
}
