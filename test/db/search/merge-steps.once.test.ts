import { describe, expect, it } from '@jest/globals';
import { nextPages } from '../../../src/db/search/merge-parts.ts';

describe('the pages of the next step of merging', () => {
  it.each([
    ['grow by one where there was time', 8, 1, 9],
    ['stay where the step took as long as it may', 8, 4, 8],
    ['shrink at once where it took too long', 8, 16, 2],
    ['are never none', 2, 500, 1],
    ['grow again from one', 1, 0.2, 2],
    ['are not too many', 16, 0, 16],
  ])('%s', (_, pages, tookMs, next) => {
    expect(nextPages(pages, tookMs)).toBe(next);
  });
});
