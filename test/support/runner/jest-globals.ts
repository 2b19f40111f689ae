import type * as jestGlobals from '@jest/globals';

/** What a suite imports as `@jest/globals` when run-natively.ts runs it; imported again for each suite. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = (
  globalThis as unknown as Record<symbol, typeof jestGlobals>
)[Symbol.for('parley.jest-globals')]!;
