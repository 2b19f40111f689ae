import { expect, it } from '@jest/globals';
import { firstPage } from '../../../src/db/pages/first-page.ts';

it('the placeholders of a first page cannot be listed where those of other pages cannot', () => {
  const placeholders = new Proxy(
    { status: 1 },
    {
      ownKeys: () => {
        throw new Error('not to be listed');
      },
    },
  );

  expect(() => Object.keys(firstPage(15, placeholders))).toThrow('not to be listed');
  expect(() => ({ ...firstPage(15, placeholders) })).toThrow('not to be listed');
  expect(firstPage(15, placeholders)).toMatchObject({ status: 1 });
});
