import { describe, expect, it } from '@jest/globals';
import { openExcesses } from '../../../src/jobs/mailboxes/excesses.ts';

describe('the mailboxes whose servers send too much', () => {
  it('are counted one by one, and make their accounts suspect', () => {
    const excesses = openExcesses();
    const times = [1, 1, 2, 1].map((id) => excesses.note({ id, accountId: 7 }));

    expect(times).toEqual([1, 2, 1, 3]);
    expect([7, 8].map((account) => excesses.isSuspect(account))).toEqual([true, false]);
  });
});
