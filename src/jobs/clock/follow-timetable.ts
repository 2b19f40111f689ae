import { HOUR, SECOND } from '../../time.ts';
import { MOST_DRIFT_MS } from './adopt-clock.ts';
import { type Cron, readCron } from './cron.ts';

/** The names of the entries that have become due since the last call, each once; `now` is the wall clock's time. */
export type DueEntries = (now: Date) => string[];

/** Entries that became due longer ago, because the process was suspended, are skipped. */
const LONGEST_LOOK_BACK_MS = HOUR;

/**
 * Follows the cron expressions of `entries` by the wall clock, but only as far as the monotonic clock, `uptime`, has
 * advanced: a clock that is set back delays nothing, and one that is set forward does not trigger what lies between. A
 * time that recurs because the clock was set back does not count twice, unless the interval between two times has
 * passed.
 */
export function followTimetable(entries: Record<string, string>, start: Date, uptime: () => number): DueEntries {
  const followed = Object.entries(entries).map(([name, cron]) => ({ name, cron: readCron(cron) }));
  const taken = new Map<string, { moment: number; at: number }>();
  let last = { now: start.getTime(), at: uptime() };

  return (date) => {
    const now = date.getTime();
    const at = uptime();
    const elapsed = at - last.at;
    const isSet = Math.abs(now - last.now - elapsed) > MOST_DRIFT_MS;
    const from = Math.max(isSet ? now - elapsed : last.now, now - LONGEST_LOOK_BACK_MS);
    last = { now: isSet ? now : Math.max(now, last.now), at };

    return followed.flatMap(({ name, cron }) => {
      const moment = latest(cron, from, now);
      if (moment === null) return [];
      const before = taken.get(name);
      if (before?.moment === moment && at - before.at < cron.pauseMs() - MOST_DRIFT_MS) return [];
      taken.set(name, { moment, at });
      return [name];
    });
  };
}

/** The latest time of `cron` after `from`, up to `until`; null = none. */
function latest(cron: Cron, from: number, until: number): number | null {
  for (let moment = Math.floor(until / SECOND) * SECOND; moment > from; moment -= SECOND) {
    if (cron.matches(new Date(moment))) return moment;
  }
  return null;
}
