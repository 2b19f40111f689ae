import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { App } from '../../app.ts';
import { SECOND } from '../../time.ts';
import { adoptClock, type LateWrites, MOST_DRIFT_MS, moveLateWrites } from './adopt-clock.ts';

/** Longest time from reading the clock for a change until its commit. */
const LONGEST_CHANGE_MS = 30 * SECOND;
/** How often to look for due times that were committed late. */
const LOOK_EVERY_MS = SECOND;

/** The wall clock for code that claims due work or plans when work is due. */
export type WallClock = {
  /**
   * The time. If the clock was set since the last call, due times are moved along first.
   * @throws Error when that fails
   */
  now(): Promise<Date>;
};

/** A machine: the id of its last boot, and the milliseconds of its monotonic clock. */
export type Machine = { bootId: string; uptime(): number };

/** The time of `app`, not compared with the monotonic clock: for tests that skip days. */
export function unwatchedClock(app: App): WallClock {
  return { now: async () => app.now() };
}

/** The time of `app`, compared with the monotonic clock at each call. */
export function watchedClock(app: App, { bootId, uptime }: Machine = thisMachine()): WallClock {
  /**
   * The wall time, by the clock of the stored due times, at which the monotonic clock was zero; and the monotonic time
   * at which that was last confirmed.
   */
  let adopted: { startedAt: Date; seenAt: number } | null = null;
  let adopting: Promise<void> | null = null;
  /** Which late due times to look for, and until when, by the monotonic clock; null = none are possible. */
  let late: { writes: LateWrites; until: number; lookedAt: number } | null = null;

  function read() {
    const at = uptime();
    const now = app.now();
    return { at, now, startedAt: new Date(now.getTime() - at) };
  }

  async function adopt(): Promise<void> {
    const { at, now, startedAt } = read();
    const unseenMs = adopted ? at - adopted.seenAt : null;
    const outcome = await adoptClock(app.tx(), bootId, startedAt, now, unseenMs);
    adopted = { startedAt: outcome.startedAt, seenAt: at };
    if (outcome.movedMs !== 0) {
      app.log.warn({ moved_ms: outcome.movedMs }, 'the clock was set: what waits for its time was moved along with it');
      late = lateWrites(outcome.movedMs, now, at);
    }
  }

  async function moveLate(at: number): Promise<void> {
    if (!late || at - late.lookedAt < LOOK_EVERY_MS) return;
    late.lookedAt = at;
    await moveLateWrites(app.tx(), late.writes);
    if (at > late.until) late = null;
  }

  return {
    async now() {
      for (;;) {
        const { at, now, startedAt } = read();
        if (adopted && Math.abs(startedAt.getTime() - adopted.startedAt.getTime()) <= MOST_DRIFT_MS) {
          adopted.seenAt = at;
          await moveLate(at);
          return now;
        }
        await (adopting ??= adopt().finally(() => (adopting = null)));
      }
    },
  };
}

/** The late due times to look for. Only after the clock was set back would they wait too long. */
function lateWrites(movedMs: number, now: Date, at: number) {
  if (movedMs > 0) return null;
  const former = now.getTime() - movedMs;
  const writes = { from: new Date(former - LONGEST_CHANGE_MS), upTo: new Date(former), byMs: movedMs };
  return { writes, until: at + LONGEST_CHANGE_MS, lookedAt: at };
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Shared by all processes of a Linux machine; on other systems each process counts as a machine. */
function thisMachine(): Machine {
  return {
    bootId: existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : randomUUID(),
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
  };
}
