import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backUp } from '../../src/jobs/backups/back-up.ts';
import { BACK_UP } from '../../src/jobs/backups/queue-backup.ts';
import { queueIfDue } from '../../src/jobs/schedule.ts';
import { pathOf } from '../../src/storage/files.ts';
import { givenAccountIn } from '../support/account-in.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { givenFolder } from '../support/backup/full-place.ts';
import { eventually } from '../support/eventually.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';

const mailsIn = ({ dataDir }: Place) =>
  filesIn(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8'));
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

describe('a server with a time for backups', () => {
  let time: Date;
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp({ 'backup.schedule': '03:30' }, { now: () => time, jobs: false });
  });
  afterAll(() => test.stop());

  /** A moment of the machine's own day. */
  const at = (day: number, hour: number, minute: number) => new Date(2031, 4, day, hour, minute);

  /** Whether a backup is asked for at the moment; then a job of it is written down that failed. */
  async function isQueuedAt(moment: Date): Promise<boolean> {
    time = moment;
    await queueIfDue(test.app, 'queue-backup');
    const { numDeletedRows } = await test
      .rows()
      .deleteFrom('jobs')
      .where('kind', '=', 'queue_backup')
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) return false;
    const job = {
      status: 'dead',
      kind: 'back_up',
      payload: '{}' as never,
      due_at: moment,
      created_at: moment,
    } as const;
    await test.rows().insertInto('jobs').values(job).execute();
    return true;
  }

  it('makes one a day at that time, or as soon as it runs again, however the last one went', async () => {
    expect(await isQueuedAt(at(9, 12, 0))).toBe(true);
    expect(await isQueuedAt(at(9, 12, 1))).toBe(false);
    expect(await isQueuedAt(at(10, 3, 29))).toBe(false);
    expect(await isQueuedAt(at(10, 3, 30))).toBe(true);
    expect(await isQueuedAt(at(10, 3, 31))).toBe(false);
    expect(await isQueuedAt(at(13, 9, 0))).toBe(true);
  });

  it('makes none without one', async () => {
    const other = await givenApp({}, { now: () => at(20, 4, 0), jobs: false });

    await queueIfDue(other.app, 'queue-backup');
    const jobs = await other.rows().selectFrom('jobs').select('id').where('kind', '=', 'queue_backup').execute();
    await other.stop();

    expect(jobs).toEqual([]);
  });
});

describe('the job that makes a backup', () => {
  let place: Place;
  let server: Served | undefined;
  beforeAll(async () => {
    place = await givenPlace();
    await givenAccountIn(place, 'ada@example.com');
  });
  afterAll(async () => {
    await server?.stop();
    await place.remove();
  });

  it('makes it in the folder of the settings, and removes older ones', async () => {
    const folder = join(place.dataDir, 'backups');
    await runParley(['backup'], place);
    const [first] = filesIn(folder);
    server = await serveParley(place, { PARLEY_BACKUP_KEEP: '1' });

    await runParley(['jobs', 'run', 'queue-backup'], place);
    const [made] = await eventually(
      () => filesIn(folder),
      (names) => names.length === 1 && names[0] !== first && names[0]!.startsWith('parley-'),
    );
    const { code } = await runParley(['backup', 'verify', join(folder, made!)], place);
    await server.stop();
    server = undefined;

    expect(code).toBe(0);
  });

  it('has it made with the settings of the server, and no others', async () => {
    const etc = givenFolder();
    const own = join(etc.path, 'own.yaml');
    writeFileSync(own, `backup: { folder: ${join(etc.path, 'kept')} }`);
    writeFileSync(join(etc.path, 'parley.yaml'), 'no_setting: 1');
    server = await serveParley(place, { PARLEY_TEST_ETC: etc.path }, ['--config', own]);

    await runParley(['jobs', 'run', 'queue-backup'], place);
    const [made] = await eventually(
      () => filesIn(join(etc.path, 'kept')),
      (names) => names.some((name) => name.startsWith('parley-')),
    );
    await server.stop();
    server = undefined;
    etc.remove();

    expect(made).toMatch(/\.tar\.zst$/);
  });

  it('mails them when it misses more files than the one before, and keeps that one', async () => {
    const folder = join(place.dataDir, 'backups');
    const key = 'k'.repeat(32);
    const path = pathOf(place.dataDir, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'a');
    const row = { account_id: 1, key, filename: 'a.csv', content_type: 'text/csv', file_size: 1 };
    const times = { expires_at: new Date('2099-01-01T00:00:00Z'), created_at: new Date() };
    await withRows(place, (rows) =>
      rows
        .insertInto('downloads')
        .values({ ...row, ...times } as never)
        .execute(),
    );
    rmSync(folder, { recursive: true, force: true });
    await runParley(['backup'], place);
    const [good] = filesIn(folder);
    rmSync(path);
    server = await serveParley(place, { PARLEY_BACKUP_KEEP: '1' });

    for (const count of [2, 2]) {
      const before = filesIn(folder).at(-1);
      await runParley(['jobs', 'run', 'queue-backup'], place);
      await eventually(
        () => filesIn(folder),
        (names) =>
          names.length === count && names.at(-1) !== before && names.every((name) => name.startsWith('parley-')),
      );
      // Another one is refused until the job has ended, some time after its file is there.
      await eventually(
        () =>
          withRows(place, (rows) =>
            rows.selectFrom('jobs').where('kind', '=', BACK_UP).where('finished_at', 'is', null).select('id').execute(),
          ),
        (unfinished) => unfinished.length === 0,
      );
    }
    const mails = await eventually(
      () => mailsIn(place),
      (texts) => texts.length > 0,
    );
    await server.stop();
    server = undefined;
    await withRows(place, (rows) => rows.deleteFrom('downloads').execute());
    rmSync(join(place.dataDir, 'outbox'), { recursive: true });

    expect(filesIn(folder)).toContain(good);
    expect(mails).toEqual([expect.stringContaining('Subject: A backup of Parley misses files')]);
    expect(mails[0]).toContain('misses 1 files');
  });

  it('mails the administrators of the first account when it cannot', async () => {
    server = await serveParley(place, { PARLEY_BACKUP_FOLDER: '/dev/null/backups' });

    await runParley(['jobs', 'run', 'queue-backup'], place);
    const outbox = join(place.dataDir, 'outbox');
    const [mail] = await eventually(
      () => filesIn(outbox).filter((name) => name.endsWith('.eml')),
      (names) => names.length > 0,
    );
    const text = readFileSync(join(outbox, mail!), 'utf8');

    expect(text).toContain('Subject: No backup of Parley could be made');
    expect(text).toContain('To: ada@example.com');
    expect(text).toContain('/dev/null/backups');
    const { stdout } = await runParley(['jobs', 'list', '--kind', 'back_up'], place);
    expect(stdout).toContain('the folder /dev/null/backups cannot be used');
  });
});

describe('a backup whose process cannot be started', () => {
  const program = process.execPath;
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp({}, { jobs: false });
  });
  afterAll(() => test.stop());
  afterEach(() => {
    process.execPath = program;
    delete process.env['LONG'];
  });

  it.each([
    ['its program is gone', 'ENOENT', () => (process.execPath = '/nowhere/parley')],
    ['its environment is too large', 'E2BIG', () => (process.env['LONG'] = 'x'.repeat(200_000))],
  ])('is told to the administrators when %s', async (_when, code, breakIt) => {
    const job = {
      id: 1,
      accountId: null,
      attemptsCount: 0,
      createdAt: new Date(),
      signal: new AbortController().signal,
    };
    breakIt();

    await expect(backUp(test.app, {}, job)).rejects.toThrow(code);
    const told = await test
      .rows()
      .deleteFrom('jobs')
      .where('kind', '=', 'backup_failed')
      .returning('payload')
      .execute();

    expect(JSON.stringify(told)).toContain(code);
  });
});
