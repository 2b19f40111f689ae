import { deepEqual } from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import type { Frame } from './bare-socket.ts';

/** Gives the next events of what is heard. @throws AssertionError unless they are exactly these, in this order */
export const next = (heard: readonly Frame[]) => {
  let seen = 0;
  return async (...expected: string[]): Promise<Frame[]> => {
    await eventually(
      () => heard.length,
      (length) => length >= seen + expected.length,
    );
    const fresh = heard.slice(seen);
    seen = heard.length;
    deepEqual(
      fresh.map(({ event }) => event),
      expected,
    );
    return fresh;
  };
};
