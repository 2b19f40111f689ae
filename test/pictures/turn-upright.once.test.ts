import { describe, expect, it } from '@jest/globals';
import { turnUpright } from '../../src/pictures/turn-upright.ts';

/** A picture with one pixel for each letter of the rows. */
const pictureOf = (rows: string[]) => ({
  width: rows[0]!.length,
  height: rows.length,
  data: new Uint8Array(Buffer.from(rows.join('').replaceAll(/./g, (letter) => letter.repeat(4)))),
});

describe('a picture', () => {
  it.each([
    [1, ['AB', 'CD', 'EF']],
    [2, ['BA', 'DC', 'FE']],
    [3, ['FE', 'DC', 'BA']],
    [4, ['EF', 'CD', 'AB']],
    [5, ['ACE', 'BDF']],
    [6, ['BDF', 'ACE']],
    [7, ['FDB', 'ECA']],
    [8, ['ECA', 'FDB']],
  ])('with orientation %i is turned upright, and not mirrored', (orientation, rows) => {
    expect(turnUpright(pictureOf(rows), orientation)).toEqual(pictureOf(['AB', 'CD', 'EF']));
  });
});
