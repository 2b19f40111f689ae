import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unlink } from 'node:fs/promises';
import { pathOf } from '../../../src/http/upload.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A message with one file; returns the path from which the file is read. */
async function givenFile(type: string, name: string, bytes: Buffer = PIXEL) {
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
  it('gives the file back, byte for byte, to whoever knows its key', async () => {
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

  it('tells about it without giving it when asked by HEAD', async () => {
    const { path } = await givenFile('image/png', 'pixel.png');

    const { status, headers, text } = await test.request('HEAD', path);

    expect([status, headers.get('content-length'), text]).toEqual([200, String(PIXEL.length), '']);
  });

  it.each([
    ['image/svg+xml', 'drawing.svg'],
    ['text/html', 'page.html'],
    ['application/pdf', 'paper.pdf'],
    ['application/javascript', 'script.js'],
    ['nonsense', 'what'],
  ])('has %s saved rather than shown', async (type, name) => {
    const { path } = await givenFile(type, name);

    const { status, headers } = await test.request('GET', path);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  });

  it.each([['image/gif'], ['image/jpeg'], ['image/webp'], ['audio/ogg'], ['video/mp4']])(
    'shows %s in place',
    async (type) => {
      const { path } = await givenFile(type, 'file.bin');

      const { headers } = await test.request('GET', path);

      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-disposition')).toMatch(/^inline/);
    },
  );

  it('keeps names in every script', async () => {
    const { path } = await givenFile('text/plain', 'Résumé für "Ελένη" 😀.txt');

    const { headers } = await test.request('GET', path);

    expect(headers.get('content-disposition')).toContain(
      `filename*=UTF-8''R%C3%A9sum%C3%A9%20f%C3%BCr%20%22%CE%95%CE%BB`,
    );
  });

  it('takes a name that is too long to keep whole', async () => {
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
