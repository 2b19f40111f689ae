import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { onlyOn } from '../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('GET /api', () => {
  it('tells the release that the API is compatible with, the time, and that the services work', async () => {
    const { status, body } = await test.request('GET', '/api');

    expect([status, body]).toEqual([
      200,
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        queue_services: 'ok',
        data_services: 'ok',
      },
    ]);
    expect(Date.parse(`${body.timestamp.replace(' ', 'T')}Z`)).toBeCloseTo(Date.now(), -5);
  });

  onlyOn('sqlite', it)('tells that the data cannot be reached', async () => {
    const place = await givenPlace();
    const other = await givenApp({}, { place });
    rmSync(join(place.dataDir, 'parley.db'));

    const { status, body } = await other.request('GET', '/api');
    await other.stop();
    await place.remove();

    expect([status, body]).toMatchObject([200, { queue_services: 'ok', data_services: 'failing' }]);
  });
});

describe('GET /health', () => {
  it('answers as Chatwoot does', async () => {
    const { status, body } = await test.request('GET', '/health');

    expect([status, body]).toEqual([200, { status: 'woot' }]);
  });
});
