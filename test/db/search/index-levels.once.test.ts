import { afterEach, beforeEach, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { levelsOf } from '../../../src/db/search/index-levels.ts';

/** More than one byte of a varint can say. */
const ROWS = 300;

let database: Database.Database;
beforeEach(() => {
  database = new Database(':memory:');
  database.exec("create virtual table words using fts5(text, content='', contentless_delete=1, detail=none)");
  database.exec("insert into words (words, rank) values ('automerge', 0)");
});
afterEach(() => {
  database.close();
});

const levels = () => {
  const structure = database.prepare('select block from words_data where id = 10').pluck().get();
  return levelsOf(structure as Buffer);
};

/** Each row has words that no other has, so that pages are many. */
function write(rows: number, first = 1): void {
  database.exec(`insert into words (rowid, text) with recursive n (n) as (select ${first} union all select n + 1 from n)
    select n, 'word' || n || ' other' || n from n limit ${rows}`);
}

const merge = (pages: number) => database.exec(`insert into words (words, rank) values ('merge', ${pages})`);

it('tells of an empty index that it has no parts', () => {
  expect(levels()).toEqual([]);
});

it('tells the parts of a level, and how many rows they have', () => {
  write(ROWS);
  write(20, ROWS + 1);

  expect(levels()).toEqual([{ merging: 0, parts: 2, rows: ROWS + 20, deleted: 0 }]);
});

it('tells how many rows were deleted since', () => {
  write(ROWS);
  database.exec('delete from words where rowid <= 40');

  expect(levels()[0]).toMatchObject({ parts: 1, rows: ROWS, deleted: 40 });
});

it('tells which parts are being merged, and when that has ended', () => {
  for (let part = 0; part < 4; part += 1) write(ROWS, part * ROWS + 1);

  merge(1);
  const [first, second] = levels();
  for (let step = 0; step < 20; step += 1) merge(1);

  expect(first).toEqual({ merging: 4, parts: 4, rows: 4 * ROWS, deleted: 0 });
  expect(second).toMatchObject({ merging: 0, parts: 1 });
  expect(levels()).toEqual([
    { merging: 0, parts: 0, rows: 0, deleted: 0 },
    { merging: 0, parts: 1, rows: 4 * ROWS, deleted: 0 },
  ]);
});

it('tells of 100,000 rows', () => {
  write(100_000);

  expect(levels().reduce((sum, { rows }) => sum + rows, 0)).toBe(100_000);
});

it('tells of a structure without an end that it is damaged', () => {
  write(ROWS);
  const structure = database.prepare('select block from words_data where id = 10').pluck().get() as Buffer;
  const endless = Buffer.concat([
    structure.subarray(0, 8),
    Buffer.from([1, 0xff, 0xff, 0xff, 0x7f, 1, 0, 0xff, 0xff, 0xff, 0x7f]),
  ]);

  expect(() => levelsOf(endless)).toThrow('the search index is damaged');
});

it('tells nothing of an index without the number of its rows', () => {
  database.exec("drop table words; create virtual table words using fts5(text, content='')");
  write(ROWS);

  expect(levels()).toEqual([]);
});
