import { limitAfter, pauseAfter, RequestError } from '../../kit/request.ts';

/**
 * Makes attempts, each within its time, until the server answers or refuses; the last failure counts when `isOver`.
 * @throws RequestError
 */
export async function untilAnswered<T>(
  attempt: (limitMs: number) => Promise<T>,
  isOver: () => boolean,
  failures = 0,
): Promise<T> {
  try {
    return await attempt(limitAfter(failures));
  } catch (error) {
    if (!(error instanceof RequestError) || !error.isPassing || isOver()) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, failures)));
    if (isOver()) throw error;
    return untilAnswered(attempt, isOver, failures + 1);
  }
}
