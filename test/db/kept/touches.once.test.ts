import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteFile } from '../../../src/db/drivers/sqlite-file.ts';

const READ = 'select id, name from contacts';

let folder: string;
let path: string;
let file: SqliteFile;
/** What was told, in order; null = anything may have been written. */
let told: (string[] | null)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-touches-'));
  path = join(folder, 'some.db');
  file = new SqliteFile(path);
  run('create table teams (id integer primary key, name text)');
  run(
    'create table contacts (id integer primary key, name text unique, note text, team_id integer references teams on delete cascade)',
  );
  run("insert into teams values (1, 'support')");
  run("insert into contacts values (1, 'Carla', 'tea', 1), (2, 'Dora', 'tea', null)");
  file.touches.isCaughtUp();
  file.touches.watch(READ);
  told = [];
  file.touches.listen((touched) => told.push(touched && [...touched].toSorted()));
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true });
});

const run = (statement: string) => file.execute(statement, []);

describe('writes on this connection', () => {
  it('are told after SQLite has dropped all that is temporary', () => {
    file.keepTemporary('file');
    file.touches.watch(READ);
    run("insert into contacts (id, name) values (3, 'Eve')");

    expect(told).toEqual([null, ['contacts', 'contacts 3']]);
  });

  it.each([
    ['an insert', "insert into contacts (id, name) values (3, 'Eve')", ['contacts', 'contacts 3']],
    ['an update', "update contacts set name = 'C' where id = 1", ['contacts', 'contacts 1']],
    ['an update of many', "update contacts set name = name || '!'", ['contacts', 'contacts 1', 'contacts 2']],
    ['a new key', 'update contacts set id = 9 where id = 1', ['contacts', 'contacts 1', 'contacts 9']],
    ['a delete', 'delete from contacts', ['contacts', 'contacts 1', 'contacts 2']],
    [
      'an upsert',
      "insert into contacts values (1, 'C', '', 1) on conflict do update set name = 'C'",
      ['contacts', 'contacts 1'],
    ],
    [
      'a replacement',
      "insert or replace into contacts (id, name) values (3, 'Dora')",
      ['contacts', 'contacts 2', 'contacts 3'],
    ],
    ['a cascade', 'delete from teams', ['contacts', 'contacts 1']],
  ])('are told: %s', (_, statement, touched) => {
    run(statement);

    expect(told).toEqual([touched]);
  });

  it('are told once they are committed', () => {
    run('begin');
    run("update contacts set name = 'C' where id = 1");
    run('savepoint one');
    run("update contacts set name = 'D' where id = 2");
    run('rollback to one');
    const before = [...told];
    run('commit');

    expect(before).toEqual([]);
    expect(told).toEqual([['contacts', 'contacts 1', 'contacts 2']]);
  });

  it('are told, too, when they are taken back, so that nothing that was read meanwhile is kept', () => {
    run('begin');
    run("update contacts set name = 'C' where id = 1");
    run('rollback');

    expect(told).toEqual([['contacts', 'contacts 1']]);
  });

  it('are told of a virtual table as a whole, at the end of the transaction', () => {
    run('create virtual table words using fts5(word)');
    const watched = file.touches.watch('select word from words');
    told = [];
    run('begin');
    run("insert into words values ('tea')");
    const before = [...told];
    run('commit');
    run('select word from words');

    expect([watched, before]).toEqual([[{ table: 'words', columns: null }], []]);
    expect(told).toEqual([['words']]);
  });

  it('are not told of what is not read', () => {
    run("update contacts set note = 'coffee'");
    run("update teams set name = 'sales'");

    expect(told).toEqual([]);
  });

  it('are told of columns and tables that are read later', () => {
    file.touches.watch('select c.note from contacts c join teams t on t.id = c.team_id');
    run("update contacts set note = 'coffee' where id = 1");
    run("update contacts set name = 'C' where id = 2");
    run("insert into teams values (2, 'sales')");

    expect(told).toEqual([
      ['contacts', 'contacts 1'],
      ['contacts', 'contacts 2'],
      ['teams', 'teams 2'],
    ]);
  });

  it('are told of all columns where all are read', () => {
    file.touches.watch('select c.* from contacts c');
    run("update contacts set note = 'coffee' where id = 1");

    expect(told).toEqual([['contacts', 'contacts 1']]);
  });

  it('mean that anything was written, where they are very many', () => {
    run(`insert into contacts (name)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 20000) select 'N' || n from numbers`);

    expect(told).toEqual([null]);
  });
});

describe('writes of others', () => {
  it('are noticed, without what they were', () => {
    const other = new Database(path);
    file.touches.isCaughtUp();
    other.exec("update contacts set note = 'coffee'");
    const before = [...told];
    file.touches.isCaughtUp();
    file.touches.isCaughtUp();
    other.close();

    expect(before).toEqual([]);
    expect(told).toEqual([null]);
  });

  it('do not stop this connection from telling its own', () => {
    const other = new Database(path);
    other.exec('alter table contacts rename to former; create table contacts as select * from former');
    other.close();
    file.touches.isCaughtUp();
    file.touches.watch(READ);
    run("update contacts set name = 'C' where id = 1");

    expect(told).toEqual([null, ['contacts', 'contacts 1']]);
  });
});

describe('what cannot be told', () => {
  it('is what a statement reads that has not been seen before, during a transaction', () => {
    const statement = 'select note from contacts';
    run('begin');
    const during = file.touches.watch(statement);
    run('commit');

    expect([during, file.touches.watch(statement)]).toEqual([null, [{ table: 'contacts', columns: ['note'] }]]);
  });

  it('is what a view has, or a virtual table that a trigger writes', () => {
    run('create view names as select name from contacts');
    run('create virtual table words using fts5(word)');
    run('create trigger says after insert on teams begin insert into words values (new.name); end');

    expect(file.touches.watch('select * from names')).toBeNull();
    expect(file.touches.watch('select word from words')).toBeNull();
  });

  it('is what happens while the connection or the schema changes', () => {
    run('drop table contacts');
    run('create table contacts (id integer primary key, name text)');
    file.touches.watch(READ);
    run("insert into contacts values (1, 'Carla')");
    file.abandon();
    file.touches.isCaughtUp();
    file.touches.watch(READ);
    run("update contacts set name = 'C'");

    expect(told.filter((touched) => touched !== null)).toEqual([
      ['contacts', 'contacts 1'],
      ['contacts', 'contacts 1'],
    ]);
    expect(told.filter((touched) => touched === null).length).toBeGreaterThanOrEqual(2);
  });
});

describe('what a statement reads', () => {
  const tablesIn = (sql: string) =>
    file.touches.watch(sql)?.map(({ table, columns }) => [table, ...(columns ?? [])]) ?? null;

  it.each([
    ['the columns that it names', 'select c.note from contacts c where c.id = 1', [['contacts', 'id', 'note']]],
    ['no columns where it counts rows', 'select count(*) from contacts', [['contacts']]],
    ['not what has the name of a table by chance', 'select c.note as teams from contacts c', [['contacts', 'note']]],
    ['not a column with that name', 'select c.teams from "contacts" as "c"', [['contacts']]],
    ['nothing', 'select 1', []],
  ])('is %s', (_, sql, tables) => {
    expect(tablesIn(sql)).toEqual(tables);
  });

  it.each([
    ['another schema', 'select c.id from main.contacts c'],
    ['another schema, after others', 'select c.id from teams t, "main"."contacts" c'],
    ['the time', "select id from contacts where note < datetime('now')"],
    ['chance', 'select id from contacts order by random()'],
  ])('cannot be told with %s', (_, sql) => {
    expect(tablesIn(sql)).toBeNull();
  });
});

describe('a reading', () => {
  it('hears what is written until it ends', async () => {
    const reading = await file.touches.reading(async (reading) => {
      run("update contacts set name = 'C' where id = 1");
      expect(reading.isInDoubt).toBe(false);
      return reading;
    });
    run("update contacts set name = 'D' where id = 2");

    expect([...reading.touched]).toEqual(['contacts', 'contacts 1']);
    expect(reading.isInDoubt).toBe(true);
  });

  it('knows what it has read where none of that was written', async () => {
    const keys = await file.touches.reading(async (reading) => {
      reading.note(READ);
      run("update contacts set name = 'C' where id = 1");
      return [
        reading.unchangedKeys({}),
        reading.unchangedKeys({ contacts: [1, 2] }),
        reading.unchangedKeys({ contacts: [2] }),
      ];
    });

    expect(keys).toEqual([null, null, ['contacts 2']]);
  });

  it('is in doubt when others write', async () => {
    const other = new Database(path);
    file.touches.isCaughtUp();
    const isInDoubt = await file.touches.reading(async (reading) => {
      other.exec("update contacts set note = 'coffee'");
      other.close();
      file.touches.isCaughtUp();
      return reading.isInDoubt;
    });

    expect(isInDoubt).toBe(true);
  });
});
