import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Tx } from '../../../src/db/tx.ts';
import { JsonAnswer } from '../../../src/db/kept/json-text.ts';
import { showList } from '../../../src/db/kept/show-list.ts';
import type { List, Showing } from '../../../src/db/kept/showing.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { databaseKind } from '../../support/database.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';
import { onlyIf, onlyOn } from '../../support/only.ts';
import { isOn } from '../../support/runner/switches.ts';

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

    expect(await digestOf({ items })).toBe(await digestOf({ ids: async () => ids.map((id) => ({ id })), items }));
  },
);

onlyIf(databaseKind === 'sqlite' && isOn('KEPT_TEXTS'), it)(
  'a thing that several requests show at once is read once',
  async () => {
    const account = await givenAccount(test);
    const { id } = await givenContact(account, { name: 'Ada' });
    let reads = 0;
    const showing = {
      ...SHOWING,
      read: (tx: Tx, ids: number[]) => {
        reads += 1;
        return read(tx, ids);
      },
    };
    const list = { ids: async () => [{ id }], items: () => read(test.app.tx(), [id]) };
    const seen = { viewer: { type: 'user', id: 1 }, now: new Date(), publicUrl: 'https://once.example.com' };

    const shown = await Promise.all([1, 2, 3].map(() => showList(test.app.tx(), showing, list, seen)));

    expect(shown.map((values) => JSON.stringify(values))).toEqual(Array(3).fill('[{"name":"Ada"}]'));
    expect(reads).toBe(1);
  },
);
