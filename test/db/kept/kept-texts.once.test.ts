import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';
import { JsonText } from '../../../src/db/kept/json-text.ts';
import { KeptTexts } from '../../../src/db/kept/kept-texts.ts';
import { NotedTables } from '../../../src/db/kept/noted-tables.ts';
import { allRows } from '../../../src/db/kept/row-keys.ts';

const MOST = 10_000;
const ALWAYS = { from: -Infinity, until: Infinity };
const READ = 'select id, name from contacts';
const NOW = new Date('2026-11-20T12:00:00Z');

let file: SqliteFile;
let texts: KeptTexts;
beforeEach(() => {
  file = new SqliteFile(':memory:');
  texts = new KeptTexts(file.touches, { mostCharacters: MOST });
  file.execute('create table contacts (id integer primary key, name text)', []);
  file.execute("insert into contacts values (1, 'Carla'), (2, 'Dora')", []);
  file.touches.isCaughtUp();
});
afterEach(() => file.close());

/** Keeps a text that was made from the contact with this id. */
async function keep(name: string, id: number, more: { from?: number; until?: number } = {}, text = name) {
  await file.touches.reading(async (reading) => {
    reading.note(READ);
    texts.keep(reading, name, { json: new JsonText(text), ...ALWAYS, ...more }, { contacts: [id] });
  });
}

const rename = (id: number) => file.execute("update contacts set name = name || '!' where id = ?", [id]);
const found = (...names: string[]) => names.filter((name) => texts.find(name, NOW) !== undefined);

describe('a kept text', () => {
  it('is found until a row that it was made from changes', async () => {
    await keep('one', 1);
    await keep('one too', 1);
    await keep('two', 2);
    const before = found('one', 'one too', 'two', 'three');
    rename(1);

    expect([before, found('one', 'one too', 'two')]).toEqual([['one', 'one too', 'two'], ['two']]);
  });

  it('is not kept when a row has changed since it was read', async () => {
    await file.touches.reading(async (reading) => {
      reading.note(READ);
      rename(1);
      texts.keep(reading, 'stale', { json: new JsonText(''), ...ALWAYS }, { contacts: [1] });
      texts.keep(reading, 'right', { json: new JsonText(''), ...ALWAYS }, { contacts: [2] });
    });

    expect(found('stale', 'right')).toEqual(['right']);
  });

  it('is not kept without the statements that it was read by, nor after they were read', async () => {
    const text = { json: new JsonText(''), ...ALWAYS };
    const ended = await file.touches.reading(async (reading) => {
      texts.keep(reading, 'unnoted', text, { contacts: [1] });
      reading.note(READ);
      return reading;
    });
    texts.keep(ended, 'late', text, { contacts: [1] });

    expect(found('unnoted', 'late')).toEqual([]);
  });

  it('is replaced by a newer one, made from other rows', async () => {
    await keep('some', 1);
    await keep('some', 2);
    rename(1);
    const afterFirst = found('some');
    rename(2);

    expect([afterFirst, found('some')]).toEqual([['some'], []]);
  });

  it('holds between its times', async () => {
    const now = NOW.getTime();
    await keep('until now', 1, { until: now });
    await keep('until before', 1, { until: now - 1 });
    await keep('from before', 1, { from: now - 1 });
    await keep('from now', 1, { from: now });

    expect(found('until now', 'until before', 'from before', 'from now')).toEqual(['until now', 'from before']);
  });

  it('leaves when it was used least recently and there are too many', async () => {
    for (let index = 0; index < 100; index += 1) {
      await keep(`${index}`, 1, {}, 'x'.repeat(500));
      texts.find('0', NOW);
    }
    await keep('too large', 1, {}, 'x'.repeat(MOST));
    const names = found(...Array.from({ length: 100 }, (_, index) => `${index}`), 'too large');

    expect([names[0], names.at(-1)]).toEqual(['0', '99']);
    expect(names.length * 500).toBeLessThan(MOST);
  });
});

describe('what was read', () => {
  it('is the rows that are given, and the whole table where none are', () => {
    const tables = new NotedTables();
    tables.note(['contacts', 'messages'].map((table) => ({ table, columns: ['id', 'name'] })));
    tables.note(['users', 'teams', 'contacts'].map((table) => ({ table, columns: ['email'] })));

    const read = tables.rowsOf({ contacts: [1, 2, 2], messages: [] })!;

    expect(read.map(({ table, key, columns }) => [table, key, [...columns].join()])).toEqual([
      ['contacts', 1, 'id,name,email'],
      ['contacts', 2, 'id,name,email'],
      ['users', null, 'email'],
      ['teams', null, 'email'],
    ]);
  });

  it('is not known before a statement is noted, nor after one of which nothing can be told', () => {
    const tables = new NotedTables();
    const before = tables.rowsOf({});
    tables.note([]);
    const then = tables.rowsOf({});
    tables.note(null);
    tables.note([]);

    expect([before, then, tables.rowsOf({})]).toEqual([null, [], null]);
  });
});

describe('rows', () => {
  it('are all that the parts have', () => {
    expect(allRows({ contacts: [1] }, { contacts: [2], messages: [] })).toEqual({ contacts: [1, 2], messages: [] });
  });
});
