import { createTask, parse } from 'node-cron';
import { HOUR, SECOND } from '../../time.ts';
import { MOST_DRIFT_MS } from './adopt-clock.ts';

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
  const followed = Object.entries(entries).map(([name, cron]) => ({ name, ...momentsOf(cron) }));
  const taken = new Map<string, { moment: number; at: number }>();
  let last = { now: start.getTime(), at: uptime() };

  return (date) => {
    const now = date.getTime();
    const at = uptime();
    const elapsed = at - last.at;
    const isSet = Math.abs(now - last.now - elapsed) > MOST_DRIFT_MS;
    const from = Math.max(isSet ? now - elapsed : last.now, now - LONGEST_LOOK_BACK_MS);
    last = { now: isSet ? now : Math.max(now, last.now), at };

    return followed.flatMap(({ name, latest, pauseMs }) => {
      const moment = latest(from, now);
      if (moment === null) return [];
      const before = taken.get(name);
      if (before?.moment === moment && at - before.at < pauseMs - MOST_DRIFT_MS) return [];
      taken.set(name, { moment, at });
      return [name];
    });
  };
}

/**
 * The times of a cron expression, by node-cron. Its own timers are not used, because they do not notice that the clock
 * was set.
 */
function momentsOf(cron: string) {
  const task = createTask(cron, () => {});
  const seconds = new Set(parse(cron).second);
  const [first, second] = task.getNextRuns(2) as [Date, Date];

  return {
    /** Milliseconds between two times. */
    pauseMs: second.getTime() - first.getTime(),
    /** The latest time after `from`, up to `until`; null = none. */
    latest(from: number, until: number): number | null {
      for (let moment = Math.floor(until / SECOND) * SECOND; moment > from; moment -= SECOND) {
        const date = new Date(moment);
        if (seconds.has(date.getUTCSeconds()) && task.match(date)) return moment;
      }
      return null;
    },
  };
}
