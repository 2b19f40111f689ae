import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';
import { JsonText } from '../../../src/db/kept/json-text.ts';
import { allRows, KeptTexts, keysOfRows } from '../../../src/db/kept/kept-texts.ts';

const MOST = 10_000;
const ALWAYS = { from: -Infinity, until: Infinity };
const NOW = new Date('2026-11-20T12:00:00Z');

let file: SqliteFile;
let texts: KeptTexts;
beforeEach(() => {
  file = new SqliteFile(':memory:');
  texts = new KeptTexts(file.touches, MOST);
  file.execute('create table contacts (id integer primary key, name text)', []);
  file.execute("insert into contacts values (1, 'Carla'), (2, 'Dora')", []);
  texts.touches.isCaughtUp();
  file.touches.watch('select id, name from contacts');
});
afterEach(() => file.close());

/** Keeps a text that was made from the contact with this id. */
function keep(name: string, id: number, more: { from?: number; until?: number } = {}, text = name): void {
  const reading = file.touches.begin();
  texts.keep(reading, name, { json: new JsonText(text), ...ALWAYS, ...more }, [`contacts ${id}`]);
  file.touches.end(reading);
}

const rename = (id: number) => file.execute("update contacts set name = name || '!' where id = ?", [id]);
const found = (...names: string[]) => names.filter((name) => texts.find(name, NOW) !== undefined);

describe('a kept text', () => {
  it('is found until a row that it was made from changes', () => {
    keep('one', 1);
    keep('one too', 1);
    keep('two', 2);
    const before = found('one', 'one too', 'two', 'three');
    rename(1);

    expect([before, found('one', 'one too', 'two')]).toEqual([['one', 'one too', 'two'], ['two']]);
  });

  it('is not kept when a row has changed since it was read', () => {
    const reading = file.touches.begin();
    rename(1);
    texts.keep(reading, 'stale', { json: new JsonText(''), ...ALWAYS }, ['contacts 1']);
    texts.keep(reading, 'right', { json: new JsonText(''), ...ALWAYS }, ['contacts 2']);
    file.touches.end(reading);

    expect(found('stale', 'right')).toEqual(['right']);
  });

  it('is replaced by a newer one, made from other rows', () => {
    keep('some', 1);
    keep('some', 2);
    rename(1);
    const afterFirst = found('some');
    rename(2);

    expect([afterFirst, found('some')]).toEqual([['some'], []]);
  });

  it('holds between its times', () => {
    const now = NOW.getTime();
    keep('until now', 1, { until: now });
    keep('until before', 1, { until: now - 1 });
    keep('from before', 1, { from: now - 1 });
    keep('from now', 1, { from: now });

    expect(found('until now', 'until before', 'from before', 'from now')).toEqual(['until now', 'from before']);
  });

  it('leaves when it was used least recently and there are too many', () => {
    for (let index = 0; index < 100; index += 1) {
      keep(`${index}`, 1, {}, 'x'.repeat(500));
      texts.find('0', NOW);
    }
    keep('too large', 1, {}, 'x'.repeat(MOST));
    const names = found(...Array.from({ length: 100 }, (_, index) => `${index}`), 'too large');

    expect([names[0], names.at(-1)]).toEqual(['0', '99']);
    expect(names.length * 500).toBeLessThan(MOST);
  });
});

describe('the keys of rows', () => {
  it('are those of the rows that are given, and the table where none are', () => {
    const rows = { contacts: [1, 2, 2], messages: [] };

    expect(keysOfRows(['contacts', 'messages', 'users', 'teams'], rows)).toEqual([
      'contacts 1',
      'contacts 2',
      'users',
      'teams',
    ]);
  });

  it('are those of all parts', () => {
    expect(allRows({ contacts: [1] }, { contacts: [2], messages: [] })).toEqual({ contacts: [1, 2], messages: [] });
  });
});
