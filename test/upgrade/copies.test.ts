import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { verifyBackup } from '../../src/backup/verify-backup.ts';
import { ownSecretKey } from '../../src/config/own-secret-key.ts';
import { openVault } from '../../src/db/vault.ts';
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

/** A webhook of the first account, whose secret is sealed with the key of the place. */
async function givenSecret({ dataDir }: Place): Promise<void> {
  const sealed = openVault(ownSecretKey(dataDir)).seal('whsec_1');
  const times = { created_at: new Date(), updated_at: new Date() };
  await withRows(place, async (rows) => {
    const { id } = await rows.selectFrom('accounts').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
    const webhook = { account_id: id, url: 'https://hooks.example.com/', sealed_secret: sealed, ...times };
    await rows
      .insertInto('webhooks')
      .values({ ...webhook, subscriptions: '[]' as never })
      .execute();
  });
}

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

  it('has no secret key, and is restored with the key and the files that are there', async () => {
    await givenSecret(place);
    const file = join(place.dataDir, 'files', 'kk', 'k'.repeat(32));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'uploaded');
    await runParley(['migrate'], place);
    const [name = ''] = copies();

    const { stdout, code } = await runParley(['restore', '--force', join(backups, name), '--json'], place);

    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ files: 0, opens_secrets: true })]);
    expect(readFileSync(file, 'utf8')).toBe('uploaded');
    if (databaseKind === 'sqlite') return;
    const backup = await verifyBackup(join(backups, name));
    expect(backup).toMatchObject({ header: { has_key: false }, ending: { files: 0, without_files: true } });
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
