import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createInTurn } from '../../../src/web/widget/sync/in-turn.ts';

const complain = console.error;
const complaints: unknown[] = [];
beforeEach(() => {
  console.error = (what: unknown) => void complaints.push(what);
});
afterEach(() => {
  console.error = complain;
});

it('what the page asks for is done also after something that cannot be', async () => {
  const inTurn = createInTurn();

  inTurn(async () => encodeURIComponent('\ud800'));
  const done = new Promise((resolve) => inTurn(async () => resolve('done')));

  expect(await done).toBe('done');
  expect(complaints).toEqual([expect.objectContaining({ name: 'URIError' })]);
});
