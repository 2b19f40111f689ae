import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Tx } from '../../../src/db/tx.ts';
import { JsonAnswer } from '../../../src/db/kept/json-text.ts';
import { showList } from '../../../src/db/kept/show-list.ts';
import type { List, Showing } from '../../../src/db/kept/showing.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';
import { onlyOn } from '../../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

type Named = { id: number; name: string };

const read = (tx: Tx, ids: number[]): Promise<Named[]> =>
  tx.db.selectFrom('contacts').select(['id', 'name']).where('id', 'in', ids).execute();

const SHOWING: Showing<Named, { name: string }> = {
  table: 'contacts',
  form: 'named',
  read,
  idOf: ({ id }) => id,
  present: ({ name }) => ({ name }),
  rowsOf: ({ id }) => ({ contacts: [id] }),
};

onlyOn('sqlite', it)(
  'an answer has the same digest, of which its ETag is made, where no kept texts can be used',
  async () => {
    const account = await givenAccount(test);
    const ids = [(await givenContact(account, { name: 'Ada' })).id, (await givenContact(account, { name: 'Bea' })).id];
    const digestOf = async (list: List<Named>) => {
      const seen = { viewer: { type: 'user', id: 1 }, now: new Date(), publicUrl: 'https://parley.example.com' };
      return new JsonAnswer({ payload: await showList(test.app.tx(), SHOWING, list, seen) }).digest;
    };
    const items = () => read(test.app.tx(), ids);

    expect(await digestOf({ items })).toBe(await digestOf({ ids: async () => ids, items }));
  },
);
