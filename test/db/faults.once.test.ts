import { expect, it } from '@jest/globals';
import { faultOf } from '../../src/db/faults.ts';

it('a lost connection passes, and a query that PostgreSQL never takes does not', () => {
  expect(faultOf({ code: '08006' })).toBe('unreachable');
  expect(faultOf({ cause: { code: '08P01' } })).toBeNull();
});
