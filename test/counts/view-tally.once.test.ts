import { expect, it } from '@jest/globals';
import { ViewTally } from '../../src/counts/view-tally.ts';

it('views that could not be written are added to those that came meanwhile', () => {
  const tally = new ViewTally();
  tally.note(1);
  tally.note(1);
  const unwritten = tally.take();
  tally.note(1);
  tally.note(2);

  for (const [articleId, times] of unwritten) tally.note(articleId, times);

  expect(tally.take()).toEqual([
    [1, 3],
    [2, 1],
  ]);
  expect(tally.take()).toEqual([]);
});
