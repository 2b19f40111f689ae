import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, rmSync, truncateSync } from 'node:fs';
import { get } from 'node:http';
import { pathOf } from '../../src/storage/files.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenFile } from '../support/factories.ts';

let test: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  test = await givenApp({ 'log.level': 'info' }, { log: { write: (line) => void logged.push(line) } });
});
afterAll(() => test.stop());

/** The path of a stored file, by which the server knows it, and where it is on the disk. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const { pathname } = new URL(await givenFile(account, conversation.id));
  const { key } = await test
    .rows()
    .selectFrom('attachments')
    .select('key')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  return { url: `${test.url}${pathname}`, onDisk: pathOf(test.app.config.data_dir, key) };
}

/** The log's lines about the request, once its own is there. */
async function linesOf(requestId: string): Promise<object[]> {
  const lines = await eventually(
    () => logged.map((line) => JSON.parse(line)).filter((line) => line.request_id === requestId),
    (found) => found.some(({ msg }) => msg === 'request'),
  );
  return lines.map(({ level, msg, status, cut_off, err }) => ({
    level,
    msg,
    ...(msg === 'request' && { status, cut_off: cut_off ?? false }),
    ...(err && { code: err.code }),
  }));
}

describe('a file that is sent', () => {
  it('is logged with its status', async () => {
    const { url } = await given();

    const answer = await fetch(url, { headers: { 'X-Request-Id': 'whole' } });

    expect(await answer.text()).toBe('hello');
    expect(await linesOf('whole')).toEqual([{ level: 'info', msg: 'request', status: 200, cut_off: false }]);
  });

  it('is logged with the error where the disk refuses it, and as cut off', async () => {
    const { url, onDisk } = await given();
    rmSync(onDisk);
    mkdirSync(onDisk);

    const asked = fetch(url, { headers: { 'X-Request-Id': 'refused' } }).then((answer) => answer.text());

    await expect(asked).rejects.toThrow();
    expect(await linesOf('refused')).toEqual([
      { level: 'error', msg: 'answer cut off', code: 'EISDIR' },
      { level: 'info', msg: 'request', status: 200, cut_off: true },
    ]);
  });

  it('is logged as cut off, and without an error, where the client goes away', async () => {
    const { url, onDisk } = await given();
    truncateSync(onDisk, 2 ** 26);

    const asking = get(url, { headers: { 'X-Request-Id': 'left' } });
    asking.on('error', () => {});
    const [answer] = await once(asking, 'response');
    answer.on('error', () => {});
    asking.destroy();

    expect(await linesOf('left')).toEqual([{ level: 'info', msg: 'request', status: 200, cut_off: true }]);
  });
});
