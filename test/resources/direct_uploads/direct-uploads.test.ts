import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { forgetBlobs } from '../../../src/jobs/forget-blobs.ts';
import { pathOf, uploadsFolder } from '../../../src/storage/files.ts';
import { DAY, HOUR, MINUTE } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf as pathTo } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { makePicture } from '../../support/files/media.ts';
import { announce, described, givenBlob, sendContent } from '../../support/files/uploads.ts';

let test: TestApp;
let aheadMs = 0;
beforeAll(async () => {
  test = await givenApp({ 'server.max_file_bytes': '100000' }, { now: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => test.stop());

async function given() {
  aheadMs = 0;
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const attach = (attachments: unknown, more: object = {}, headers = {}) =>
    account.call(
      'POST',
      pathTo(conversation, '/messages'),
      { message_type: 'outgoing', attachments, ...more },
      { headers },
    );
  return { account, conversation, attach };
}

const isThere = (key: string) => existsSync(pathOf(test.app.config.data_dir, key));
const fetched = async (url: string) => (await test.request('GET', new URL(url).pathname)).text;

describe('POST /conversations/{id}/direct_uploads', () => {
  it('announces a file, and says where to send it', async () => {
    const { account, conversation } = await given();

    const body = await announce(account, conversation, described('hello', 'a/b.txt', { metadata: { page: 1 } }));

    expect(body).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^[\w-]{32}$/),
      filename: 'b.txt',
      content_type: 'text/plain',
      metadata: { page: 1 },
      service_name: 'local',
      byte_size: 5,
      checksum: 'XUFAKrxLKna5cZ2REBfFkg==',
      created_at: expect.any(String),
      signed_id: expect.any(String),
      direct_upload: {
        url: expect.stringMatching(/\/direct_uploads\/[\w-]+$/),
        headers: { 'Content-Type': 'text/plain' },
      },
    });
  });

  it.each([
    [{}, 'blob.filename'],
    [{ blob: { ...described('x').blob, checksum: 'short' } }, 'blob.checksum'],
    [{ blob: { ...described('x').blob, byte_size: -1 } }, 'blob.byte_size'],
    [{ blob: { ...described('x').blob, metadata: [] } }, 'blob.metadata'],
  ])('refuses %j', async (body, field) => {
    const { account, conversation } = await given();

    const answer = await account.call('POST', pathTo(conversation, '/direct_uploads'), body);

    expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
    expect(answer.body.attributes).toContain(field);
  });

  it('refuses a file that is too large', async () => {
    const { account, conversation } = await given();

    const answer = await account.call(
      'POST',
      pathTo(conversation, '/direct_uploads'),
      described('x', 'x', { byte_size: 100_001 }),
    );

    expect([answer.status, answer.body.error]).toEqual([413, 'Payload too large']);
  });
});

describe('PUT /direct_uploads/{token}', () => {
  it('stores the content, whatever type was announced', async () => {
    const { account, conversation, attach } = await given();
    const png = makePicture('image/png', 3, 2);
    const { signed_id, direct_upload } = await announce(account, conversation, described(png, 'me.png'));

    const { status, text } = await sendContent(test, direct_upload.url, png);

    expect([status, text]).toEqual([204, '']);
    const { body } = await attach([signed_id]);
    expect(body.attachments).toMatchObject([{ file_type: 'image', content_type: 'image/png', width: 3, height: 2 }]);
  });

  it.each([
    ['more bytes', 'hello!', 413],
    ['fewer bytes', 'hell', 422],
    ['other bytes', 'jello', 422],
  ])('refuses %s than announced, and stores nothing', async (_, content, expected) => {
    const { account, conversation, attach } = await given();
    const { key, signed_id, direct_upload } = await announce(account, conversation, described('hello'));

    const { status } = await sendContent(test, direct_upload.url, content);

    expect([status, isThere(key)]).toEqual([expected, false]);
    expect((await attach([signed_id])).status).toBe(422);
    expect((await sendContent(test, direct_upload.url, 'hello')).status).toBe(204);
  });

  it('takes the content for an hour', async () => {
    const { account, conversation } = await given();
    const { direct_upload } = await announce(account, conversation, described('hello'));

    aheadMs = HOUR + MINUTE;

    expect((await sendContent(test, direct_upload.url, 'hello')).body.error).toBe('Upload not found');
  });

  it('answers as the first time where the content comes again, and takes no other', async () => {
    const { account, conversation, attach } = await given();
    const { signed_id, direct_upload } = await announce(account, conversation, described('hello'));

    const answers = [
      await sendContent(test, direct_upload.url, 'hello'),
      await sendContent(test, direct_upload.url, 'hello'),
      await sendContent(test, direct_upload.url, 'jello'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 422]);
    expect((await attach([signed_id])).body.attachments).toMatchObject([{ file_size: 5 }]);
  });

  it('has a file once on the disk, however many connections send it at a time', async () => {
    const { account, conversation } = await given();
    const { direct_upload } = await announce(account, conversation, described('hello'));
    const { pathname } = new URL(direct_upload.url);
    const { hostname, port } = new URL(test.url);
    const lying = () => readdirSync(uploadsFolder(test.app.config.data_dir)).length;
    const begin = async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: parley\r\nContent-Length: 5\r\n\r\nhell`);
      return { ended: readAll(socket).catch(() => '') };
    };

    const before = lying();
    const first = await begin();
    await eventually(lying, (files) => files === before + 1);
    const second = await begin();

    expect(await first.ended).toBe('');
    await eventually(lying, (files) => files === before + 1);
    expect((await sendContent(test, direct_upload.url, 'hello')).status).toBe(204);
    expect(await second.ended).toBe('');
    await eventually(lying, (files) => files === before);
  });

  it('takes no address that it has not given', async () => {
    const { account, conversation } = await given();
    const { signed_id, direct_upload } = await announce(account, conversation, described('hello'));
    const path = new URL(direct_upload.url).pathname;

    const answers = [
      await test.request('PUT', `${path.slice(0, -2)}xx`, { body: 'hello' }),
      await test.request('PUT', `/direct_uploads/${signed_id}`, { body: 'hello' }),
      await test.request('PUT', '/direct_uploads/1', { body: 'hello' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('a message', () => {
  it('has the files that it names, each a copy of its own', async () => {
    const { account, conversation, attach } = await given();
    const id = await givenBlob(test, account, conversation, 'hello', 'notes.txt');

    const [first, second] = [await attach([id]), await attach([id], { content: 'again' })];
    await account.call('DELETE', pathTo(conversation, `/messages/${first.body.id}`));

    expect(first.body.attachments).toMatchObject([{ file_size: 5, extension: 'txt' }]);
    expect(await fetched(second.body.attachments[0].data_url)).toBe('hello');
  });

  it('may have them beside files of a form, and in the first message of a conversation', async () => {
    const { account, conversation } = await given();
    const id = await givenBlob(test, account, conversation);
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', id);
    form.append('attachments[]', new Blob(['other']), 'other.txt');

    const message = await account.call('POST', pathTo(conversation, '/messages'), form);
    const started = await givenConversation(account, { message: { attachments: [id] } });

    expect(message.body.attachments).toHaveLength(2);
    expect(started.messages[0].attachments).toHaveLength(1);
  });

  it('is created once with an Idempotency-Key', async () => {
    const { account, conversation, attach } = await given();
    const id = await givenBlob(test, account, conversation);
    const headers = { 'idempotency-key': `upload ${conversation.uuid}`.replaceAll(' ', '-') };

    const [first, second] = [await attach([id], {}, headers), await attach([id], {}, headers)];

    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it.each([['nonsense'], ['1'], ['x'.repeat(10_000)]])('is refused with an id that is none: %.20s', async (id) => {
    const { attach } = await given();

    const { status, body } = await attach([id]);

    expect([status, body.attributes]).toEqual([422, ['attachments']]);
  });

  it('is refused with a file that has not been sent, and with one of another account', async () => {
    const { account, conversation, attach } = await given();
    const other = await given();
    const announced = await announce(account, conversation, described('hello'));
    const theirs = await givenBlob(test, other.account, other.conversation);

    const answers = [await attach([announced.signed_id]), await attach([theirs])];

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  });
});

describe('a file that is not used', () => {
  it('is removed after a day; messages keep theirs', async () => {
    const { account, conversation, attach } = await given();
    const { key, signed_id, direct_upload } = await announce(account, conversation, described('hello'));
    await sendContent(test, direct_upload.url, 'hello');
    const used = await attach([signed_id]);

    aheadMs = DAY + MINUTE;
    const late = await attach([signed_id]);
    await forgetBlobs(test.app, test.app.now());

    expect(late.status).toBe(422);
    await eventually(
      () => isThere(key),
      (there) => !there,
    );
    expect(await fetched(used.body.attachments[0].data_url)).toBe('hello');
  });
});
