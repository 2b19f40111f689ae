import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { givenApp, type TestApp } from '../support/app.ts';
import { closeSockets, givenListener } from '../support/cable/bare-socket.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';
import { onlyIf } from '../support/only.ts';
import { isOn } from '../support/runner/switches.ts';

/** How the disk syncs a file. */
type Disk = { datasync: FileHandle['datasync'] };

const HELLO = { content: 'Hello', message_type: 'outgoing' };

let test: TestApp;
let disk: Disk;
let datasync: Disk['datasync'];
let account: TestAccount;
let messages: string;
let release = () => {};
beforeAll(async () => {
  test = await givenApp({}, { databaseSyncs: true, jobs: false });
  const handle = await open(join(test.app.config.data_dir, 'parley.db'));
  disk = Object.getPrototypeOf(handle) as Disk;
  datasync = disk.datasync;
  await handle.close();
});
beforeEach(async () => {
  account = await givenAccount(test);
  messages = `/conversations/${(await givenConversation(account)).id}/messages`;
});
afterEach(async () => {
  disk.datasync = datasync;
  release();
  await closeSockets();
});
afterAll(() => test.stop());

/** Has the disk wait until `release` is called. */
function holdDisk(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  disk.datasync = async function held(this: FileHandle) {
    await promise;
    return datasync.call(this);
  };
}

onlyIf(isOn('SYNC_ASIDE'), describe)('an answer that is made while the disk syncs', () => {
  it('is sent when what it tells of is on the disk, and so are the events', async () => {
    const listener = await givenListener(test, account, account.administrator);
    holdDisk();
    const ended: string[] = [];
    const creating = account.call('POST', messages, HELLO).then((answer) => {
      ended.push('answered');
      return answer;
    });
    const listed = () => account.call('GET', messages).then(({ body }) => body.payload.length as number);
    await eventually(listed, (count) => count === 1);
    await sleep(50);
    const told = listener.events().map(({ event }) => event as string);
    const endedMeanwhile = [...ended, ...told.filter((event) => event.startsWith('message'))];
    release();
    const { status } = await creating;

    expect(endedMeanwhile).toEqual([]);
    expect(status).toBe(201);
    await listener.frame(({ message }) => message?.event === 'message.created');
  });

  it('is an error when it cannot get there', async () => {
    disk.datasync = () => Promise.reject(new Error('no disk'));
    // The log cannot be copied to the file instead while another program reads it.
    const reader = new Database(join(test.app.config.data_dir, 'parley.db'));
    reader.exec('begin; select * from messages');
    const { status, body } = await account.call('POST', messages, HELLO);
    reader.close();

    expect([status, body.error]).toEqual([503, 'Service unavailable']);
  });
});
