import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHANNELS } from '../support/channels/channels.ts';
import { problemsOf } from '../support/channels/problems.ts';
import { playSchedule, schedules } from '../support/channels/schedules.ts';
import { givenTimedStages } from '../support/channels/timed-stages.ts';

/** Schedules of each channel; another seed gives others. */
const SCHEDULES = Number(process.env['PARLEY_TEST_CHANNEL_SCHEDULES'] ?? 3);
const SEED = Number(process.env['PARLEY_TEST_CHANNEL_SEED'] ?? 20261123);
/** How long one may take where the machine has much else to do. */
const SCHEDULE_MS = 30_000;

let all: Awaited<ReturnType<typeof givenTimedStages>>;
beforeAll(async () => {
  all = await givenTimedStages();
});
afterAll(() => all.stop());

describe.each(Object.keys(CHANNELS))('messages over %s, whatever happens', (name) => {
  it(
    'are neither lost nor doubled, keep their order, and say how they ended',
    async () => {
      const property = fc.asyncProperty(schedules, async (steps) => {
        expect(await problemsOf(await playSchedule(all.stages[name]!, steps))).toEqual([]);
      });
      await fc.assert(property, { numRuns: SCHEDULES, seed: SEED });
    },
    SCHEDULES * SCHEDULE_MS + 60_000,
  );
});
