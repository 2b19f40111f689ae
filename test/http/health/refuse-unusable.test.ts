import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, renameSync } from 'node:fs';
import { givenApp, type TestApp } from '../../support/app.ts';
import { databaseKind } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { onlyIf } from '../../support/only.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.keep_days': '1' }, { jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

let labels = 0;
const write = () => account.call('POST', '/labels', { title: `label-${(labels += 1)}` });
/** The first answer to a write with this status, of some within which the server looks again. */
const writtenWith = (status: number) => eventually(write, (answer) => answer.status === status);

describe('a server whose database is not its own any more', () => {
  it('refuses to write what a newer program may understand otherwise, and reads', async () => {
    const newer = { name: 'Migration29990101000000_newer', executed_at: new Date().toISOString() };
    await test
      .rows()
      .insertInto('migrations' as never)
      .values(newer as never)
      .execute();

    const { body, headers } = await writtenWith(503);
    const { status: ready } = await test.request('GET', '/readyz');
    const { status: read } = await account.call('GET', '/labels');
    await test
      .rows()
      .deleteFrom('migrations' as never)
      .where('name' as never, '=', newer.name as never)
      .execute();

    expect(body.message).toContain('newer version');
    expect(headers.get('retry-after')).toBe('10');
    expect([ready, read]).toEqual([503, 200]);
    expect((await writtenWith(201)).status).toBe(201);
  });

  onlyIf(databaseKind === 'sqlite', it)('refuses to write to a file that is gone', async () => {
    const file = `${test.app.config.data_dir}/parley.db`;
    expect(existsSync(file)).toBe(true);
    renameSync(file, `${file}.away`);

    const { body } = await writtenWith(503);
    renameSync(`${file}.away`, file);

    expect(body.message).toContain('is gone');
    expect((await writtenWith(201)).status).toBe(201);
  });
});
