import { describe, expect, it } from '@jest/globals';
import { planConversations } from '../../bin/seed/plan-conversations.ts';
import { DAY } from '../../src/time.ts';
import { randomFrom } from '../../bin/seed/random.ts';

describe('the conversations of npm run seed', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');

  it('are the same for the same seed, and others for another', () => {
    const plan = planConversations(randomFrom(1), now);

    expect(planConversations(randomFrom(1), now)).toEqual(plan);
    expect(planConversations(randomFrom(2), now)).not.toEqual(plan);
  });

  it('lie within the last 60 days, none of their lines ahead, one with many lines', () => {
    const lines = planConversations(randomFrom(1), now).map((each) => each.lines);
    const times = lines.flat().map(({ at }) => at);

    expect(Math.max(...times)).toBeLessThan(now);
    expect(Math.min(...times)).toBeGreaterThan(now - 62 * DAY);
    expect(Math.min(...times)).toBeLessThan(now - 58 * DAY);
    expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(60);
  });
});
