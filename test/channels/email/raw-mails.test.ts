import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { UNREAD } from '../../../src/channels/receiving/receiver.ts';
import { retryEvents } from '../../../src/conversations/receiving/retry-events.ts';
import { sweepFiles } from '../../../src/jobs/sweep-files.ts';
import { forgetReceived } from '../../../src/jobs/receiving/forget-received.ts';
import { pathOf, storeBytes } from '../../../src/storage/files.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenFolder } from '../../support/backup/full-place.ts';
import { givenPlace, givenUnmigratedPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { runParley } from '../../support/parley.ts';
import { received } from '../../support/receiving/received.ts';

const filesOf = (place: { dataDir: string }) =>
  ['files', 'uploads'].flatMap((folder) => {
    const path = join(place.dataDir, folder);
    const entries = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  });
const rowsOf = (test: TestApp) =>
  test
    .rows()
    .selectFrom('received_events')
    .select(['id', 'body', 'file_key as key', 'status', 'error'])
    .orderBy('id')
    .execute();

describe('a raw mail', () => {
  let place: Place;
  let test: TestApp;
  let account: TestAccount;
  let inbox: { id: number; address: string };
  let mail: string;
  beforeAll(async () => {
    place = await givenPlace();
    test = await givenApp(INBOUND, { place, jobs: false });
    account = await givenAccount(test);
    inbox = await givenMailInbox(account);
    mail = mailOf('Where is my parcel?', { from: 'carla@example.com', to: inbox.address });
  });
  afterAll(async () => {
    await test.stop();
    await place.remove();
  });

  it('waits as a file, which the row names, and is stored once', async () => {
    const statuses = [await handOver(test, mail), await handOver(test, mail)];
    const rows = await rowsOf(test);

    expect(statuses).toEqual([204, 204]);
    expect(rows).toMatchObject([{ body: '', status: 'waiting' }]);
    expect(filesOf(place)).toEqual([rows[0]!.key]);
    expect(readFileSync(pathOf(place.dataDir, rows[0]!.key!), 'utf8')).toBe(mail);
  });

  it('is not swept while it waits, as what a killed process has left is', async () => {
    const [row] = await rowsOf(test);
    const left = 'l'.repeat(32);
    const paths = [row!.key!, left].map((key) => pathOf(place.dataDir, key));
    await storeBytes(place.dataDir, left, Buffer.from(mail));
    const now = new Date();
    for (const path of paths) utimesSync(path, new Date(now.getTime() - 2 * DAY), new Date(now.getTime() - 2 * DAY));

    await sweepFiles(test.app, now);

    expect(paths.map((path) => existsSync(path))).toEqual([true, false]);
  });

  it('comes with a backup, and becomes a message where that is restored; then its file is gone', async () => {
    const folder = givenFolder();
    const file = join(folder.path, 'copy.tar.zst');
    const other = await givenUnmigratedPlace();

    const codes = [
      (await runParley(['backup', file], place)).code,
      (await runParley(['backup', 'verify', file], place)).code,
      (await runParley(['restore', file], other)).code,
    ];
    const restored = await givenApp(INBOUND, { place: other });
    const there = { ...account, call: callOn(restored, account) };
    const messages = await received(there, inbox, 1);
    const files = await eventually(
      () => filesOf(other),
      ({ length }) => length === 0,
    );
    const rows = await rowsOf(restored);
    await restored.stop();
    await other.remove();
    folder.remove();

    expect(codes).toEqual([0, 0, 0]);
    expect(messages).toMatchObject([{ content: 'Where is my parcel?' }]);
    expect([files, rows]).toMatchObject([[], [{ body: '', key: null, status: 'done' }]]);
  });
});

describe('a raw mail that cannot be handled', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await givenApp({ ...INBOUND, 'channels.keep_days': '1' });
  });
  afterAll(() => test.stop());

  it('keeps its file for another attempt, and loses it when it is forgotten', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account);
    const { data_dir: dataDir } = test.app.config;
    const key = 'k'.repeat(32);
    await storeBytes(dataDir, key, Buffer.from('not there yet'));
    await test
      .rows()
      .insertInto('received_events')
      .values({
        account_id: account.id,
        inbox_id: inbox.id,
        key: 'mail c',
        lane: UNREAD,
        body: '',
        status: 'failed',
        created_at: new Date(),
        file_key: key,
      })
      .execute();
    await retryEvents(test.app.tx(), { inboxId: inbox.id, ids: null, since: null }, new Date());
    const [row] = await eventually(
      () => rowsOf(test),
      ([row]) => row?.status === 'failed' && row.error !== null,
    );
    const kept = filesOf({ dataDir });

    await forgetReceived(test.app, new Date(Date.now() + 2 * DAY));

    expect([row!.key, kept]).toEqual([key, [key]]);
    expect([filesOf({ dataDir }), await rowsOf(test)]).toEqual([[], []]);
  });

  it('fails with words where its file is lost, and goes with its inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account);
    const { data_dir: dataDir } = test.app.config;
    const [key, other] = ['m'.repeat(32), 'n'.repeat(32)];
    const row = {
      account_id: account.id,
      inbox_id: inbox.id,
      lane: 'unread',
      body: '',
      status: 'failed',
      created_at: new Date(),
    } as const;
    await test
      .rows()
      .insertInto('received_events')
      .values({ ...row, key: 'mail a', lane: 'a', file_key: key })
      .execute();
    await retryEvents(test.app.tx(), { inboxId: inbox.id, ids: null, since: null }, new Date());
    const [failed] = await eventually(
      () => rowsOf(test),
      ([row]) => row?.status === 'failed',
    );

    await storeBytes(dataDir, other, Buffer.from('a mail'));
    await test
      .rows()
      .insertInto('received_events')
      .values({ ...row, key: 'mail b', file_key: other })
      .execute();
    await account.call('DELETE', `/inboxes/${inbox.id}`);
    const files = await eventually(
      () => filesOf({ dataDir }),
      ({ length }) => length === 0,
    );

    expect(failed!.error).toContain(`its file ${key} is not there`);
    expect([files, await rowsOf(test)]).toEqual([[], []]);
  });

  it('is read where an earlier version has kept it in the row', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account);
    const mail = mailOf('Of before', { from: 'carla@example.com', to: inbox.address });
    const row = {
      account_id: account.id,
      inbox_id: inbox.id,
      key: 'mail c',
      lane: 'carla@example.com',
      created_at: new Date(),
    };
    const body = Buffer.from(mail).toString('base64');
    await test
      .rows()
      .insertInto('received_events')
      .values({ ...row, body, status: 'failed' })
      .execute();

    await retryEvents(test.app.tx(), { inboxId: inbox.id, ids: null, since: null }, new Date());

    expect(await received(account, inbox, 1)).toMatchObject([{ content: 'Of before' }]);
  });
});

/** Calls the same account on another server. */
const callOn =
  (test: TestApp, { id, administrator }: TestAccount): TestAccount['call'] =>
  (method, below, body) =>
    test.request(method, `/api/v1/accounts/${id}${below}`, { body, token: administrator.token });
