import { createTask, parse } from 'node-cron';

/** The times of a cron expression, in local time. */
export type Cron = {
  /** Whether the second in which `date` is belongs to them. */
  matches(date: Date): boolean;
  /** Milliseconds between two times. */
  pauseMs(): number;
};

/**
 * The times of `expression`. What node-cron asks of Intl takes 40 ms at the first time, so dates are compared by their own
 * parts, unless the expression has days such as L, which only node-cron knows. Its timers are not used, because they do
 * not notice that the clock was set.
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

/** Tells by the parts of a date whether `expression` has it; null = it has days such as L, which only node-cron knows. */
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
