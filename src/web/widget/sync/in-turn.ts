import { pauseAfter, RequestError } from '../../kit/request.ts';

export type InTurn = (work: () => Promise<unknown>, refused?: (error: RequestError) => void) => void;

/** Runs what the page asks for one after the other, each until the server has done or refused it. */
export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work, refused) => {
    // What goes wrong otherwise is told to those who look for it, and does not keep the rest from being done.
    last = last.then(() => untilAnswered(work, refused)).catch((error: unknown) => console.error(error));
  };
}

/** @throws nothing: what the server refuses goes to `refused`. */
export async function untilAnswered(
  work: () => Promise<unknown>,
  refused?: (error: RequestError) => void,
  failures = 0,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (!error.isPassing) return refused?.(error);
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, failures)));
    await untilAnswered(work, refused, failures + 1);
  }
}
