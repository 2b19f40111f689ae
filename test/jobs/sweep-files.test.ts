import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOf } from '../../src/storage/files.ts';
import { sweepFiles } from '../../src/jobs/sweep-files.ts';
import { DAY, HOUR } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, givenFile } from '../support/factories.ts';
import { canMount, givenSmallDisk } from '../support/faults/small-disk.ts';
import { onlyIf } from '../support/only.ts';

const NOW = new Date('2031-05-10T00:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);

let test: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  test = await givenApp({ 'log.level': 'info' }, { log: { write: (line) => void logged.push(line) } });
});
afterAll(() => test.stop());

const newKey = () => randomBytes(24).toString('base64url');
const isThere = (key: string) => existsSync(pathOf(test.app.config.data_dir, key));

/** A file that was last written at this time. */
function givenStored(key = newKey(), writtenAt = before(2 * DAY)): string {
  const path = pathOf(test.app.config.data_dir, key);
  writeAt(path, writtenAt);
  return key;
}

function writeAt(path: string, writtenAt: Date): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'hello');
  utimesSync(path, writtenAt, writtenAt);
}

/** A job about a file. */
async function givenJob(subject: string, status: 'pending' | 'done' | 'dead'): Promise<void> {
  const job = { kind: 'no_such_kind', account_id: 1, payload: '{}' as never, due_at: NOW, created_at: NOW };
  await test
    .rows()
    .insertInto('jobs')
    .values({ ...job, subject, status })
    .execute();
}

describe('the sweep of files', () => {
  it('removes what nothing names, once it is a day old', async () => {
    const old = givenStored(newKey(), before(DAY + HOUR));
    const young = givenStored(newKey(), before(DAY - HOUR));

    await sweepFiles(test.app, NOW);

    expect([isThere(old), isThere(young)]).toEqual([false, true]);
  });

  it('keeps what is attached, its thumbnail, avatars and downloads', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const url = await givenFile(account, conversation.id);
    const [thumbnail, avatar, download] = [givenStored(), givenStored(), givenStored()] as const;
    await test
      .rows()
      .updateTable('attachments')
      .set({ thumbnail_key: thumbnail })
      .where('account_id', '=', account.id)
      .execute();
    const file = { filename: 'a.csv', content_type: 'text/plain', file_size: 5, created_at: NOW };
    await test
      .rows()
      .insertInto('avatars')
      .values({ ...file, key: avatar, owner_type: 'Contact', owner_id: 1 })
      .execute();
    await test
      .rows()
      .insertInto('downloads')
      .values({ ...file, key: download, account_id: account.id, expires_at: NOW })
      .execute();
    const { key: attached } = await test
      .rows()
      .selectFrom('attachments')
      .select('key')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    givenStored(attached);

    await sweepFiles(test.app, NOW);

    expect([thumbnail, avatar, download, attached].map(isThere)).toEqual([true, true, true, true]);
    expect((await fetch(url)).status).toBe(200);
  });

  it('keeps what a job is about that is due, or was given up and can be tried again', async () => {
    const [pending, dead, done] = [givenStored(), givenStored(), givenStored()] as const;
    await givenJob(pending, 'pending');
    await givenJob(dead, 'dead');
    await givenJob(done, 'done');

    await sweepFiles(test.app, NOW);

    expect([pending, dead, done].map(isThere)).toEqual([true, true, false]);
  });

  it('asks for thousands of files, however they are spread', async () => {
    const start = newKey().slice(0, 2);
    const orphans = Array.from({ length: 1201 }, () => givenStored(start + newKey().slice(2)));
    const kept = givenStored(start + newKey().slice(2));
    await givenJob(kept, 'pending');

    await sweepFiles(test.app, NOW);

    expect(orphans.filter(isThere)).toEqual([]);
    expect(isThere(kept)).toBe(true);
  });

  it('touches nothing that is not a file of the installation', async () => {
    const unknown = ['lost+found', 'ab/notes.txt', `xy/${newKey().replace(/^../, 'zz')}`].map((path) =>
      join(test.app.config.data_dir, 'files', path),
    );
    for (const path of unknown) writeAt(path, before(9 * DAY));

    await sweepFiles(test.app, NOW);

    expect(unknown.map((path) => existsSync(path))).toEqual([true, true, true]);
  });

  it('removes mails from the outbox that were never written to their end, and no others', async () => {
    const [left, underWay, written] = ['1.eml.part', '2.eml.part', '3.eml'].map((name) =>
      join(test.app.config.data_dir, 'outbox', name),
    ) as [string, string, string];
    writeAt(left, before(2 * DAY));
    writeAt(underWay, before(HOUR));
    writeAt(written, before(9 * DAY));

    await sweepFiles(test.app, NOW);

    expect([left, underWay, written].map((path) => existsSync(path))).toEqual([false, true, true]);
  });

  onlyIf(canMount(), it)('says how many it removed, without those that the disk keeps', async () => {
    const disk = givenSmallDisk(1);
    const key = newKey();
    writeAt(join(disk.folder, key), before(2 * DAY));
    writeAt(join(disk.folder, '4.eml.part'), before(2 * DAY));
    disk.protect();
    symlinkSync(disk.folder, join(test.app.config.data_dir, 'files', key.slice(0, 2)));
    const outbox = join(test.app.config.data_dir, 'outbox');
    rmSync(outbox, { recursive: true, force: true });
    symlinkSync(disk.folder, outbox);
    givenStored();
    logged.length = 0;

    await sweepFiles(test.app, NOW);
    disk.remove();

    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { removed: 1, msg: 'files removed that nothing names' },
    ]);
  });
});
