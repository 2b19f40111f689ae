import { isConflict } from '../faults.ts';

/** Most attempts at work that conflicts with other transactions, unless it is nested in such work. */
export const MOST_TIMES = 5;

/**
 * Runs `work`, and runs it again when it has conflicted with other transactions: up to `most` times in all, and as long as
 * `mayRepeat`. @throws what `work` throws the last time
 */
export async function againAfterConflicts<T>(
  work: () => Promise<T>,
  most: number,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await work();
    } catch (error) {
      if (times === most || !isConflict(error) || !mayRepeat()) throw error;
    }
  }
}
