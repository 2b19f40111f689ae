import { mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';

const ASKED = 100;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('GET /readyz', () => {
  it('writes to the disk once for all who ask at the same time', async () => {
    const uploads = join(test.app.config.data_dir, 'uploads');
    mkdirSync(uploads, { recursive: true });
    const written = new Set<string | null>();
    const watcher = watch(uploads, (_, name) => void written.add(name));

    const answers = await Promise.all(Array.from({ length: ASKED }, () => test.request('GET', '/readyz')));

    watcher.close();
    expect(answers.map(({ status, body }) => [status, body.checks.storage])).toEqual(Array(ASKED).fill([200, 'ok']));
    expect(written.size).toBeGreaterThan(0);
    expect(written.size).toBeLessThan(ASKED / 2);
  });
});
