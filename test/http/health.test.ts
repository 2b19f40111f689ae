import { mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { givenAccount } from '../support/factories.ts';
import { formWith } from '../support/files/pictures.ts';
import { onlyOn } from '../support/only.ts';

const ASKED = 100;

let test: TestApp;
beforeAll(async () => {
  // A server of its own, that nothing else has asked whether it is ready.
  test = await givenApp({ 'log.level': 'error' });
});
afterAll(() => test.stop());

describe('GET /readyz', () => {
  onlyOn('sqlite', it)('says that the file of the database is gone', async () => {
    const place = await givenPlace();
    const other = await givenApp({}, { place });
    rmSync(join(place.dataDir, 'parley.db'));

    const { status, body } = await other.request('GET', '/readyz');
    await other.stop();
    await place.remove();

    expect([status, body.failed]).toEqual([503, ['database']]);
    expect(body.checks.database).toMatch(/file of the database is gone: put it back/);
  });

  it.each(['files', 'uploads'])('fails where the folder %s is none any more, and files are refused', async (name) => {
    const place = await givenPlace();
    const other = await givenApp({}, { place });
    const { call } = await givenAccount(other);
    const folder = join(place.dataDir, name);
    const upload = () =>
      call('POST', '/upload', formWith('attachment', new TextEncoder().encode('a file'), {}, 'a.txt'));
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');

    const { status, body } = await other.request('GET', '/readyz');
    const refusal = await upload();
    rmSync(folder);
    const after = await upload();
    await other.stop();
    await place.remove();

    expect([status, body.failed, refusal.status, after.status]).toEqual([503, ['storage'], 507, 200]);
    expect(body.checks.storage).toContain(`the folder ${name} cannot be written`);
    expect(refusal.body.message).toContain('files cannot be stored now');
  });

  it('writes to the disk once for all who ask at the same time', async () => {
    const uploads = join(test.app.config.data_dir, 'uploads');
    mkdirSync(uploads, { recursive: true });
    const written = new Set<string | null>();
    const watcher = watch(uploads, (_, name) => void written.add(name));

    const answers = await Promise.all(Array.from({ length: ASKED }, () => test.request('GET', '/readyz')));

    await eventually(
      () => written.size,
      (size) => size > 0,
    );
    watcher.close();
    expect(answers.map(({ status, body }) => [status, body.checks.storage])).toEqual(Array(ASKED).fill([200, 'ok']));
    expect(written.size).toBeLessThan(ASKED / 2);
  });
});
