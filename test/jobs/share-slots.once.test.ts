import { describe, expect, it } from '@jest/globals';
import type { Standing } from '../../src/jobs/deliveries/receiver-health.ts';
import { type Party, shareSlots } from '../../src/jobs/queue/share-slots.ts';

const TOTAL = 64;
const MANY = 2000;

/** Shares among the waiting, and counts how often it was asked how one of them stands. */
function share(waiting: Party[], standing: Standing) {
  let asked = 0;
  const shares = shareSlots({
    waiting,
    holders: [],
    total: TOTAL,
    ofAccount: TOTAL,
    of() {
      asked += 1;
      return { earned: 1, standing };
    },
    lastServed: () => 0,
  });
  return { asked, slots: [...shares.values()].reduce((sum, slots) => sum + slots, 0) };
}

const parties = (account: (index: number) => number): Party[] =>
  Array.from({ length: MANY }, (_, index) => ({ account: account(index), receiver: `Webhook ${index}` }));

describe('slots are shared', () => {
  it.each<[string, Standing, (index: number) => number, number]>([
    ['receivers of one account', 'healthy', () => 1, TOTAL],
    ['accounts whose receivers fail', 'failing', (index) => index, TOTAL / 2],
  ])('in a time that grows with how many wait, not with its square: %s', (_, standing, account, expected) => {
    const { asked, slots } = share(parties(account), standing);

    expect(slots).toBe(expected);
    expect(asked).toBeLessThan(3 * MANY);
  });

  it('in turns, where one has more receivers than others', () => {
    const crowd = parties(() => 1);
    const single = { account: 2, receiver: 'Webhook alone' };

    const shares = shareSlots({
      waiting: [...crowd, single],
      holders: [{ account: 1, receiver: 'Webhook 0' }],
      total: 4,
      ofAccount: 4,
      of: () => ({ earned: 2, standing: 'healthy' }),
      lastServed: () => 0,
    });

    expect([...shares]).toEqual([
      [single, 2],
      [crowd[1], 1],
    ]);
  });
});
