import { createTask, parse } from 'node-cron';

/** The times of a cron expression, in local time. */
export type Cron = {
  /** Whether the second in which `date` is belongs to them. */
  matches(date: Date): boolean;
  /** Milliseconds between two times. */
  pauseMs(): number;
};

/**
 * The times of `expression`. Dates are compared by their parts, because node-cron's first use of Intl takes 40 ms; only days
 * such as L are left to node-cron. Its timers are not used, because they do not notice a change of the clock.
 * @throws Error when the expression is invalid
 */
export function readCron(expression: string): Cron {
  const task = createTask(expression, () => {});
  return {
    matches: partsMatcher(expression) ?? ((date) => task.match(date)),
    pauseMs() {
      const [first, second] = task.getNextRuns(2) as [Date, Date];
      return second.getTime() - first.getTime();
    },
  };
}

/** A test by the parts of a date whether `expression` matches; null = it has days such as L, which only node-cron knows. */
export function partsMatcher(expression: string): ((date: Date) => boolean) | null {
  const { second, minute, hour, dayOfMonth, month, dayOfWeek } = parse(expression);
  if ([...dayOfMonth, ...dayOfWeek].some((day) => typeof day === 'string')) return null;
  return (date) =>
    second.includes(date.getSeconds()) &&
    minute.includes(date.getMinutes()) &&
    hour.includes(date.getHours()) &&
    dayOfMonth.includes(date.getDate()) &&
    month.includes(date.getMonth() + 1) &&
    dayOfWeek.includes(date.getDay());
}
