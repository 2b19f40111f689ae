import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenOlderSchema } from '../support/database/older-schema.ts';
import { withRows } from '../support/database/rows.ts';
import { databaseKind, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { runParley, serveParley } from '../support/parley.ts';

const ACCOUNTS = 3;

let place: Place;
let backups: string;
beforeEach(async () => {
  place = await givenUnmigratedPlace();
  backups = join(place.dataDir, 'backups');
  await givenOlderSchema(place, ACCOUNTS);
  // So that the commands know it for a data directory.
  mkdirSync(backups);
});
afterEach(() => place.remove());

const copies = () => readdirSync(backups).toSorted();

describe('the copy before an upgrade', () => {
  it('is named in the log, and can be restored', async () => {
    const served = await serveParley(place);
    const output = served.output();
    await served.stop();

    const [name = ''] = copies();
    expect(copies()).toEqual([expect.stringMatching(/^before-migration-.*\.(db|tar\.zst)$/)]);
    expect(name.endsWith('.db')).toBe(databaseKind === 'sqlite');
    const line = output.split('\n').find((each) => each.includes('database copied before it is migrated')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ copy: join(backups, name) });
    expect(output.indexOf('database copied')).toBeLessThan(output.indexOf('database migrated'));

    await withRows(place, (rows) => rows.deleteFrom('accounts').execute());
    const { code } = await runParley(['restore', '--force', join(backups, name)], place);
    const restored = await withRows(place, (rows) => rows.selectFrom('accounts').select('id').execute());

    expect([code, restored.length]).toEqual([0, ACCOUNTS]);
  });

  it('is one of the last seven', async () => {
    const older = Array.from({ length: 9 }, (_, day) => `before-migration-2020-01-0${day + 1}T00-00-00-000Z.db`);
    for (const name of older) writeFileSync(join(backups, name), '');
    writeFileSync(join(backups, 'mine.db'), '');

    const { stdout } = await runParley(['migrate'], place);

    const kept = copies();
    expect(kept.filter((name) => older.includes(name))).toEqual(older.slice(3));
    expect(kept).toHaveLength(8);
    expect(kept).toContain('mine.db');
    expect(stdout).toContain(`copied the database to ${backups}/before-migration-`);
  });

  it('is left out where that is wanted', async () => {
    const { code } = await runParley(['migrate', '--no-copy'], place);

    expect([code, copies()]).toEqual([0, []]);
  });
});
