import { describe, expect, it } from '@jest/globals';
import { fits } from '../../../src/web/kit/fits.ts';

const NAMES = ['Unassigned', 'Unattended', 'Settings', 'Café orders', 'Contacts', 'All'];

/** The names that fit, the best first. */
const found = (typed: string) =>
  NAMES.flatMap((name) => {
    const score = fits(name, typed);
    return score === null ? [] : [{ name, score }];
  })
    .toSorted((a, b) => b.score - a.score)
    .map(({ name }) => name);

describe('what is typed', () => {
  it.each([
    ['una', ['Unassigned', 'Unattended']],
    ['UNAS', ['Unassigned']],
    ['set', ['Settings']],
    ['cafe', ['Café orders']],
    ['co', ['Contacts', 'Café orders']],
    ['c o', ['Contacts', 'Café orders']],
    ['sg', ['Settings', 'Unassigned']],
    ['xyz', []],
  ])('%s finds names with its letters in their order, those first in which they stand together', (typed, names) => {
    expect(found(typed)).toEqual(names);
  });

  it('finds every name as long as it is nothing', () => {
    expect(found('')).toHaveLength(NAMES.length);
  });
});
