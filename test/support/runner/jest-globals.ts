import type * as jestGlobals from '@jest/globals';

/** What `@jest/globals` is to a suite that run-natively.ts runs; imported anew for each. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = (
  globalThis as unknown as Record<symbol, typeof jestGlobals>
)[Symbol.for('parley.jest-globals')]!;
