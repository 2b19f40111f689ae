import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../support/app.ts';
import { closeSockets, givenListener } from '../support/cable/bare-socket.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenContact } from '../support/factories.ts';
import { runParley } from '../support/parley.ts';

let place: Place;
let test: TestApp;
let folder: string;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({}, { place });
  folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
});
afterEach(closeSockets);
afterAll(async () => {
  await test.stop();
  await place.remove();
  rmSync(folder, { recursive: true });
});

it('what a command writes while the server runs is told once, among what the server writes', async () => {
  const account = await givenAccount(test);
  const listener = await givenListener(test, account, account.administrator);
  const names = Array.from({ length: 30 }, (_, number) => `Person ${number}`);
  const file = join(folder, 'people.csv');
  writeFileSync(file, `identifier,name\n${names.map((name, number) => `p${number},${name}\n`).join('')}`);
  const load = { isOver: false };
  const own: string[] = [];
  async function create(): Promise<void> {
    while (!load.isOver) {
      const name = `Own ${own.length}`;
      await givenContact(account, { name });
      own.push(name);
    }
  }

  const creating = create();
  const { code, stderr } = await runParley(['import-contacts', file, '--account', String(account.id)], place);
  load.isOver = true;
  await creating;

  expect([code, stderr]).toEqual([0, '']);
  const heard = () => listener.events().flatMap(({ event, data }) => (event === 'contact.created' ? data.name : []));
  await eventually(heard, (told) => told.length >= names.length + own.length);
  await givenContact(account, { name: 'the last one' });
  await eventually(heard, (told) => told.includes('the last one'));
  expect(heard().toSorted()).toEqual([...names, ...own, 'the last one'].toSorted());
});
