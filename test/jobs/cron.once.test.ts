import { describe, expect, it } from '@jest/globals';
import { createTask } from 'node-cron';
import { partsMatcher, readCron } from '../../src/jobs/clock/cron.ts';
import { timetable } from '../../src/jobs/timetable.ts';
import { DAY, HOUR, SECOND } from '../../src/time.ts';

const NIGHT_OF_THE_CLOCKS = new Date('2026-10-25T00:00:00Z').getTime();

/** Times all over 400 days, and all seconds of some hours. */
function* times() {
  for (let time = NIGHT_OF_THE_CLOCKS; time < NIGHT_OF_THE_CLOCKS + 400 * DAY; time += 7 * HOUR + 433 * SECOND) {
    yield new Date(time);
  }
  for (let time = NIGHT_OF_THE_CLOCKS; time < NIGHT_OF_THE_CLOCKS + 2 * HOUR; time += SECOND) yield new Date(time);
}

const EXPRESSIONS = [
  ...Object.values(timetable).map(({ cron }) => cron),
  '0 3 * * 1-5',
  '30 */2 1,15 * 7',
  '*/20 59 23 31 12 *',
];

describe('the parts of a date', () => {
  it.each([...new Set(EXPRESSIONS)])('match %s when node-cron says so', (expression) => {
    const task = createTask(expression, () => {});
    const matches = partsMatcher(expression);

    const different = [...times()].filter((time) => matches?.(time) !== task.match(time));

    expect(different).toEqual([]);
  });

  it('are not enough for days such as the last of a month', () => {
    expect(partsMatcher('0 0 L * *')).toBeNull();
    expect(readCron('0 0 L * *').matches(new Date(2026, 1, 28))).toBe(true);
    expect(readCron('0 0 L * *').matches(new Date(2026, 1, 27))).toBe(false);
  });
});
