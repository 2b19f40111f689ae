import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unlink } from 'node:fs/promises';
import { pathOf } from '../../../src/storage/files.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { PIXEL, SAMPLES } from '../../support/files/media.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A message with one file; returns the path from which the file is read. */
async function givenFile(type: string, name: string, bytes: Uint8Array = SAMPLES[type] ?? PIXEL) {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.append('attachments[]', new Blob([new Uint8Array(bytes)], { type }), name);
  const path = `/conversations/${conversation.id}/messages`;
  const { body } = await account.call('POST', path, form);
  const url: string = body.attachments[0].data_url;
  return { account, message: `${path}/${body.id}`, path: url.slice(test.url.length), key: url.split('/')[4]! };
}

describe('GET /files/{key}/{filename}', () => {
  it('gives the file back, byte for byte, to anyone who knows its key', async () => {
    const { path } = await givenFile('image/png', 'pixel.png');

    const answer = await fetch(`${test.url}${path}`);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PIXEL);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PIXEL.length),
      'content-disposition': 'inline; filename="pixel.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
    });
  });

  it('answers HEAD with the headers alone', async () => {
    const { path } = await givenFile('image/png', 'pixel.png');

    const { status, headers, text } = await test.request('HEAD', path);

    expect([status, headers.get('content-length'), text]).toEqual([200, String(PIXEL.length), '']);
  });

  it.each([
    ['image/svg+xml', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
    ['application/xml', 'application/octet-stream'],
    ['application/octet-stream', 'application/octet-stream'],
    ['application/pdf', 'application/pdf'],
    ['application/zip', 'application/zip'],
  ])('makes browsers save %s rather than show it', async (type, served) => {
    const { path } = await givenFile(type, 'file.png');

    const { status, headers } = await test.request('GET', path);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toBe('attachment; filename="file.png"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });

  it.each([
    ['image/png', 'image/png'],
    ['image/gif', 'image/gif'],
    ['image/bmp', 'image/bmp'],
    ['audio/ogg', 'audio/ogg'],
    ['audio/mpeg', 'audio/mpeg'],
    ['video/mp4', 'video/mp4'],
    ['text/plain', 'text/plain; charset=utf-8'],
  ])('shows %s in place', async (type, served) => {
    const { path } = await givenFile(type, 'page.html');

    const { headers } = await test.request('GET', path);

    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toBe('inline; filename="page.html"');
  });

  it('keeps names in every script', async () => {
    const { path } = await givenFile('text/plain', 'Résumé für "Ελένη" 😀.txt');

    const { headers } = await test.request('GET', path);

    expect(headers.get('content-disposition')).toContain(
      `filename*=UTF-8''R%C3%A9sum%C3%A9%20f%C3%BCr%20%22%CE%95%CE%BB`,
    );
  });

  it('shortens a name that is too long', async () => {
    const { path } = await givenFile('image/png', `${'😀'.repeat(150)}.jpeg`);

    const { status } = await test.request('GET', path);

    expect(status).toBe(200);
  });

  it('is an empty answer for an empty file', async () => {
    const { path } = await givenFile('text/plain', 'empty.txt', Buffer.alloc(0));

    const { status, text, headers } = await test.request('GET', path);

    expect([status, text, headers.get('content-length')]).toEqual([200, '', '0']);
  });

  it('is not found under another key', async () => {
    const { path, key } = await givenFile('image/png', 'pixel.png');

    const answers = await Promise.all(
      [
        path.replace(key, 'A'.repeat(32)),
        '/files/..%2f..%2fsecret_key/x',
        '/files/%00/x',
        '/files/%ff/x',
        `/files/${key}`,
      ].map((other) => test.request('GET', other)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect(answers[0]!.body).toEqual({ error: 'File not found' });
  });

  it('is not found when it is gone from the disk', async () => {
    const { path, key } = await givenFile('image/png', 'pixel.png');
    await unlink(pathOf(test.app.config.data_dir, key));

    const { status, body } = await test.request('GET', path);

    expect([status, body.error]).toEqual([404, 'File not found']);
  });

  it('is gone with its message', async () => {
    const { account, message, path } = await givenFile('image/png', 'pixel.png');
    await account.call('DELETE', message);

    const { status } = await test.request('GET', path);

    expect(status).toBe(404);
  });
});

describe('a part of a file', () => {
  const bytes = Buffer.from('0123456789');
  const givenPath = async () => (await givenFile('text/plain', 'digits.txt', bytes)).path;

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
  ])('is given for %s', async (range, text, contentRange) => {
    const path = await givenPath();

    const answer = await test.request('GET', path, { headers: { range } });

    expect([answer.status, answer.text]).toEqual([206, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': contentRange,
      'content-length': String(text.length),
      'accept-ranges': 'bytes',
    });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('is not there for %s', async (range) => {
    const path = await givenPath();

    const { status, body, headers } = await test.request('GET', path, { headers: { range } });

    expect([status, body.error, headers.get('content-range')]).toEqual([416, 'Range not satisfiable', 'bytes */10']);
    expect(headers.get('content-disposition')).toBe(null);
  });

  it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1,4-5', 'items=0-1', 'bytes=0x1-2', '-5'])(
    'is all of it for %s',
    async (range) => {
      const path = await givenPath();

      const { status, text } = await test.request('GET', path, { headers: { range } });

      expect([status, text]).toEqual([200, '0123456789']);
    },
  );

  it('has no part of an empty file', async () => {
    const { path } = await givenFile('text/plain', 'empty.txt', Buffer.alloc(0));

    const { status } = await test.request('GET', path, { headers: { range: 'bytes=0-' } });

    expect(status).toBe(416);
  });

  it('is given only of the file that the client knows', async () => {
    const path = await givenPath();
    const tag = (await test.request('GET', path)).headers.get('etag')!;

    const known = await test.request('GET', path, { headers: { range: 'bytes=0-1', 'if-range': tag } });
    const other = await test.request('GET', path, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });

    expect([known.status, other.status, other.text]).toEqual([206, 200, '0123456789']);
  });

  it('is answered to HEAD with the headers alone', async () => {
    const path = await givenPath();

    const { status, headers, text } = await test.request('HEAD', path, { headers: { range: 'bytes=0-3' } });

    expect([status, headers.get('content-length'), text]).toEqual([206, '4', '']);
  });

  it('is not sent again when the client has the file', async () => {
    const path = await givenPath();
    const tag = (await test.request('GET', path)).headers.get('etag')!;

    const { status, text } = await test.request('GET', path, {
      headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' },
    });

    expect([status, text]).toEqual([304, '']);
  });
});
