import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Condition, conditionsIn, groupsOf, joined } from '../../../../src/web/console/store/conditions.ts';

const one = (key: string, query_operator?: string | null): Condition => ({
  attribute_key: key,
  filter_operator: 'equal_to',
  values: [1],
  ...(query_operator !== undefined && { query_operator }),
});
const keysOf = (groups: readonly (readonly Condition[])[]) =>
  groups.map((group) => group.map(({ attribute_key: key }) => key));

describe('the conditions of a filter', () => {
  it('are grouped with AND before OR', () => {
    const groups = groupsOf([one('a', 'and'), one('b', ' or '), one('c'), one('d', null), one('e', 'OR')]);

    expect(keysOf(groups)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('have the same groups after they were joined again, without those that are empty', () => {
    const groups = fc.array(
      fc.array(
        fc.string({ minLength: 1 }).map((key) => one(key, 'OR')),
        { maxLength: 3 },
      ),
    );
    fc.assert(
      fc.property(groups, (given) => {
        const conditions = joined(given);

        expect(keysOf(groupsOf(conditions))).toEqual(keysOf(given.filter((group) => group.length > 0)));
        expect(conditions.at(-1)?.query_operator).toBeUndefined();
      }),
    );
  });

  it.each([
    [[], true],
    [[{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], attribute_model: 'standard' }], true],
    [[{ attribute_key: 'status' }], false],
    [[null], false],
    [['status'], false],
    [{ payload: [] }, false],
    [null, false],
    [undefined, false],
    [Array.from({ length: 101 }, () => one('status')), false],
  ])('%j from outside are such: %s', (value, expected) => {
    expect(conditionsIn(value) !== null).toBe(expected);
  });
});
