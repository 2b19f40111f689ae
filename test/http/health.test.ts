import { mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
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
    expect(body.checks.database).toBe('its file is gone');
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
