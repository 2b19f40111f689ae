import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inTransaction } from '../../src/db/transaction.ts';
import { forgetDownloads } from '../../src/jobs/forget-downloads.ts';
import { jobKinds } from '../../src/jobs/job-kinds.ts';
import { type JobRunner, startJobRunner } from '../../src/jobs/queue/run-jobs.ts';
import { dropFiles } from '../../src/storage/drop-files.ts';
import { pathOf } from '../../src/storage/files.ts';
import { HOUR } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenFile } from '../support/factories.ts';
import { runParley, serveParley } from '../support/parley.ts';
import { formWith, PICTURES } from '../support/files/pictures.ts';

const PNG = PICTURES['image/png'];
const KIND = 'remove_files';

let test: TestApp;
let runner: JobRunner | null = null;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterEach(async () => {
  await runner?.stop();
  runner = null;
  await test.rows().deleteFrom('jobs').execute();
});
afterAll(() => test.stop());

const newKey = () => randomBytes(24).toString('base64url');
const keyOf = (url: string) => new URL(url).pathname.split('/')[2] ?? '';
const isThere = (key: string) => existsSync(pathOf(test.app.config.data_dir, key));

function givenStored(): string {
  const key = newKey();
  const path = pathOf(test.app.config.data_dir, key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'hello');
  return key;
}

const drop = (keys: string[]) => dropFiles(test.app.tx(), keys, new Date());

const jobs = () =>
  test.rows().selectFrom('jobs').select(['id', 'status', 'payload']).where('kind', '=', KIND).orderBy('id').execute();

/** Does what is due, until no job is left that has not been tried. */
async function doJobs(): Promise<void> {
  runner ??= startJobRunner(test.app, jobKinds);
  runner.wake();
  await eventually(
    () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', KIND)
        .where('finished_at', 'is', null)
        .where('last_error', 'is', null)
        .execute(),
    (untried) => untried.length === 0,
  );
}

describe('files that a change stops naming', () => {
  it('are on the disk until it is committed, and gone after that', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const attached = keyOf(await givenFile(account, conversation.id));
    const contact = (await account.call('POST', '/contacts', formWith('avatar', PNG, { name: 'Carla' }))).body;
    const avatar = keyOf(contact.thumbnail);

    await account.call('DELETE', `/conversations/${conversation.id}`);
    await account.call('DELETE', `/contacts/${contact.id}/avatar`);
    const before = [attached, avatar].map(isThere);
    await doJobs();

    expect(before).toEqual([true, true]);
    expect([attached, avatar].map(isThere)).toEqual([false, false]);
  });

  it('stay when the change is undone', async () => {
    const key = givenStored();
    const undone = inTransaction(test.app.tx(), async (tx) => {
      await dropFiles(tx, [key], new Date());
      throw new Error('undone');
    });

    await expect(undone).rejects.toThrow('undone');

    expect([isThere(key), await jobs()]).toEqual([true, []]);
  });

  it('make no job when there are none', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    await account.call('DELETE', `/conversations/${conversation.id}`);
    await account.call('DELETE', `/contacts/${conversation.contact.id}`);

    expect(await jobs()).toEqual([]);
  });

  it('are split into jobs of a few hundred', async () => {
    const keys = Array.from({ length: 1201 }, givenStored);

    await drop(keys);
    const sizes = (await jobs()).map(({ payload }) => (payload['keys'] as string[]).length);
    await doJobs();

    expect(sizes).toEqual([500, 500, 201]);
    expect(keys.filter(isThere)).toEqual([]);
  });

  it('stay when a row names them again', async () => {
    const account = await givenAccount(test);
    const contact = (await account.call('POST', '/contacts', formWith('avatar', PNG, { name: 'Carla' }))).body;
    const [named, unnamed] = [keyOf(contact.thumbnail), givenStored()];

    await drop([named, unnamed]);
    await doJobs();

    expect([named, unnamed].map(isThere)).toEqual([true, false]);
    expect((await fetch(contact.thumbnail)).status).toBe(200);
  });
});

describe('a file that is of no use any more', () => {
  it('is removed when its download has expired', async () => {
    const account = await givenAccount(test);
    const [expired, kept] = [givenStored(), givenStored()];
    const now = new Date();
    const file = { filename: 'a.csv', content_type: 'text/csv', file_size: 5, account_id: account.id, created_at: now };
    await test
      .rows()
      .insertInto('downloads')
      .values([
        { ...file, key: expired, expires_at: now },
        { ...file, key: kept, expires_at: new Date(now.getTime() + HOUR) },
      ])
      .execute();

    await forgetDownloads(test.app, now);
    await doJobs();

    expect([expired, kept].map(isThere)).toEqual([false, true]);
  });

  it('is removed when it has been imported', async () => {
    const account = await givenAccount(test);
    const form = new FormData();
    form.set('import_file', new Blob(['name,email\nCarla,carla@example.com\n']), 'people.csv');
    const { status } = await account.call('POST', '/contacts/import', form);
    const { subject } = await test
      .rows()
      .selectFrom('jobs')
      .select('subject')
      .where('kind', '=', 'import_contacts')
      .executeTakeFirstOrThrow();
    const before = isThere(subject ?? '');

    runner = startJobRunner(test.app, jobKinds);
    runner.wake();
    await eventually(jobs, (removals) => removals.length > 0);
    await doJobs();

    expect([status, before, isThere(subject ?? '')]).toEqual([200, true, false]);
  });
});

describe('the job that removes files', () => {
  it('does no harm when it is done again', async () => {
    const [key, other] = [givenStored(), givenStored()];
    await drop([key]);
    await doJobs();

    await test.rows().updateTable('jobs').set({ status: 'pending', finished_at: null }).execute();
    await doJobs();

    expect((await jobs()).map(({ status }) => status)).toEqual(['done']);
    expect([key, other].map(isThere)).toEqual([false, true]);
  });

  it('is tried again when the disk refuses', async () => {
    const [key, refused] = [givenStored(), newKey()];
    // Nothing that is called by a file's name, and is no file, can be removed as one.
    mkdirSync(join(pathOf(test.app.config.data_dir, refused), 'folder'), { recursive: true });
    await drop([refused, key]);

    await doJobs();

    expect((await jobs()).map(({ status }) => status)).toEqual(['pending']);
    expect([key, refused].map(isThere)).toEqual([false, true]);
  });
});

describe('a server that is killed between a change and the removal of its files', () => {
  it('removes them after its next start', async () => {
    const place = await givenPlace();
    const created = await runParley(
      ['create-account', '--name', 'Acme', '--email', 'ada@example.com', '--json'],
      place,
    );
    const { account, access_token: token } = JSON.parse(created.stdout);
    // Without jobs, the removal does not come before the end of the process.
    const killed = await serveParley(place, {}, ['--no-jobs']);
    const contacts = `${killed.url}/api/v1/accounts/${account.id}/contacts`;
    const headers = { api_access_token: token };
    const form = formWith('avatar', PNG, { name: 'Carla' });
    const contact = JSON.parse(await (await fetch(contacts, { method: 'POST', headers, body: form })).text());
    const path = pathOf(place.dataDir, keyOf(contact.thumbnail));

    const { status } = await fetch(`${contacts}/${contact.id}`, { method: 'DELETE', headers });
    await killed.kill();
    const isLeft = existsSync(path);
    const server = await serveParley(place);
    await eventually(
      () => existsSync(path),
      (isThere) => !isThere,
    );

    expect([status, isLeft]).toEqual([200, true]);
    await server.stop();
    await place.remove();
  });
});
