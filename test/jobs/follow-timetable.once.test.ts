import { describe, expect, it } from '@jest/globals';
import { followTimetable } from '../../src/jobs/clock/follow-timetable.ts';
import { HOUR, MINUTE, SECOND } from '../../src/time.ts';

const ENTRIES = { often: '*/5 * * * * *', minutely: '* * * * *', hourly: '7 * * * *' };
const START = new Date('2026-11-22T12:00:00.500Z').getTime();

/** A timetable that is asked every second, under a wall clock that can be set. */
function givenTimetable(start = START) {
  let wall = start;
  let uptime = 1000;
  const dueEntries = followTimetable(ENTRIES, new Date(start), () => uptime);
  const counts = () => ({ often: 0, minutely: 0, hourly: 0 });
  return {
    set: (ms: number) => (wall += ms),
    /** Lets time pass, asking every `stepMs`. Returns how often each entry came. */
    pass(ms: number, stepMs = SECOND) {
      const came: Record<string, number> = counts();
      for (let passed = 0; passed < ms; passed += stepMs) {
        wall += stepMs;
        uptime += stepMs;
        for (const name of dueEntries(new Date(wall))) came[name] = (came[name] ?? 0) + 1;
      }
      return came;
    },
  };
}

describe('the timetable', () => {
  it('runs each entry whenever its time comes', () => {
    expect(givenTimetable().pass(2 * HOUR)).toEqual({ often: 1440, minutely: 120, hourly: 2 });
  });

  it.each([-HOUR, HOUR, -10 * MINUTE, 10 * MINUTE, 400 * 24 * HOUR])(
    'goes on as before when the clock is set by %d ms',
    (ms) => {
      const timetable = givenTimetable();
      timetable.pass(30 * SECOND);

      timetable.set(ms);

      expect(timetable.pass(5 * SECOND)).toEqual({ often: 1, minutely: 0, hourly: 0 });
      expect(timetable.pass(MINUTE)).toMatchObject({ often: 12, minutely: 1 });
    },
  );

  it('runs hourly entries without a longer pause when the clock is set by an hour', () => {
    for (const ms of [-HOUR, HOUR]) {
      const timetable = givenTimetable();
      const before = timetable.pass(8 * MINUTE);
      timetable.set(ms);

      const after = [timetable.pass(58 * MINUTE), timetable.pass(2 * MINUTE)];

      expect([before, ...after].map(({ hourly }) => hourly)).toEqual([1, 0, 1]);
    }
  });

  it('does not repeat what it ran just before the clock was set back', () => {
    const timetable = givenTimetable();
    const before = timetable.pass(7 * MINUTE + 2 * SECOND);
    timetable.set(-4 * SECOND);

    const after = timetable.pass(10 * SECOND);

    expect([before, after]).toEqual([
      { often: 84, minutely: 7, hourly: 1 },
      { often: expect.any(Number), minutely: 0, hourly: 0 },
    ]);
  });

  it('runs each entry once after a pause of the process', () => {
    expect(givenTimetable().pass(10 * MINUTE, 10 * MINUTE)).toEqual({ often: 1, minutely: 1, hourly: 1 });
  });

  it('misses and repeats nothing when it is asked at odd moments', () => {
    expect(givenTimetable().pass(HOUR, 1337)).toEqual({ often: 720, minutely: 60, hourly: 1 });
  });
});
