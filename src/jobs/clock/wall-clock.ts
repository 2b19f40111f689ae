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
  let late: Late[] = [];
  let lookedAt = 0;

  function read() {
    const at = uptime();
    const now = app.now();
    return { at, now, startedAt: new Date(now.getTime() - at) };
  }

  async function adopt(): Promise<void> {
    const { at, now, startedAt } = read();
    const seenAt = adopted && new Date(startedAt.getTime() + adopted.seenAt);
    const outcome = await adoptClock(app.tx(), bootId, startedAt, seenAt, () => app.now());
    if (adopted) late = late.flatMap(movedAlong(outcome.startedAt.getTime() - adopted.startedAt.getTime(), at));
    adopted = { startedAt: outcome.startedAt, seenAt: at };
    if (outcome.movedMs !== 0) {
      app.log.warn({ moved_ms: outcome.movedMs }, 'the clock was set: what waits for its time was moved along with it');
      late.push(...lateWrites(outcome.movedMs, now, at));
      lookedAt = at;
    }
  }

  async function moveLate(at: number): Promise<void> {
    if (late.length === 0 || at - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = at;
    const looked = late;
    for (const { writes } of looked) await moveLateWrites(app.tx(), writes);
    late = late.filter((each) => !looked.includes(each) || at <= each.until);
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

/** Late due times to look for, until then by the monotonic clock, and once after it. */
type Late = { writes: LateWrites; until: number };

/** Only after the clock was set back would they wait too long. */
function lateWrites(movedMs: number, now: Date, at: number): Late[] {
  if (movedMs > 0) return [];
  const former = now.getTime() - movedMs;
  const writes = { from: new Date(former - LONGEST_CHANGE_MS), upTo: new Date(former), byMs: movedMs };
  return [{ writes, until: at + LONGEST_CHANGE_MS }];
}

/**
 * The late writes after another change of the clock by `ms`: due times committed before, which moved along with all others
 * once, and due times not committed yet.
 */
function movedAlong(ms: number, at: number): (late: Late) => Late[] {
  return ({ writes, until }) => {
    const { from, upTo, byMs } = writes;
    const there = { from: new Date(from.getTime() + ms), upTo: new Date(upTo.getTime() + ms), byMs };
    const coming = { from, upTo, byMs: byMs + ms };
    return [{ writes: there, until: at }, ...(coming.byMs < 0 ? [{ writes: coming, until }] : [])];
  };
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Shared by all processes of a Linux machine; on other systems each process counts as a machine. */
function thisMachine(): Machine {
  return {
    bootId: existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : randomUUID(),
    uptime: () => Number(process.hrtime.bigint() / 1_000_000n),
  };
}
