import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../errors.ts';

/**
 * A function that runs work in the order of its calls, one at a time, with other requests served in between.
 * @throws AppError `unavailable` while `most` others wait or run; any error of the work
 */
export function oneAtATime(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async function inTurn(work) {
    if (waiting >= most) {
      throw new AppError('unavailable', 'Too many searches at once', {
        detail: 'try again in a second',
        retryAfter: 1,
      });
    }
    waiting += 1;
    const done = last
      .then(() => setImmediate())
      .then(work)
      .finally(() => (waiting -= 1));
    last = done.catch(() => {});
    return done;
  };
}
