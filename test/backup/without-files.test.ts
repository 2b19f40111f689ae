import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from '../../src/backup/source-of.ts';
import { verifyBackup } from '../../src/backup/verify-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

it('a backup from which the files were left out is whole, although rows name some', async () => {
  const { id } = await givenAccount(test);
  const now = new Date();
  const file = { filename: 'contacts.csv', content_type: 'text/csv', file_size: 1, expires_at: now, created_at: now };
  const download = { account_id: id, key: 'k'.repeat(32), ...file };
  await test.rows().insertInto('downloads').values(download).execute();
  const path = join(test.app.config.data_dir, 'copy.tar.zst');

  await writeBackup(sourceOf(test.app, { withKey: false, withFiles: false }), createWriteStream(path), now);

  await expect(verifyBackup(path)).resolves.toMatchObject({ ending: { files: 0, missing: { count: 0 } } });
});
