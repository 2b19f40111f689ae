import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetBlobs } from '../../../src/jobs/forget-blobs.ts';
import { sweepFiles } from '../../../src/jobs/sweep-files.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { makePicture } from '../../support/files/media.ts';
import { givenWeb, type Web } from '../../support/servers/web.ts';

let test: TestApp;
let web: Web;
beforeAll(async () => {
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'server.max_file_bytes': '100000',
    'rate_limit.uploads_per_hour': '5',
  });
  web = await givenWeb();
});
afterAll(async () => {
  await test.stop();
  await web.stop();
});

const PNG = makePicture('image/png', 3, 2);

function formWith(name: string, content: string) {
  const form = new FormData();
  form.set(name, new Blob([content]), 'notes.txt');
  return form;
}

describe('POST /upload', () => {
  it('keeps a file at its address, and names it for messages', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);

    const { status, body } = await account.call('POST', '/upload', formWith('attachment', 'hello'));

    expect([status, body]).toEqual([200, { file_url: expect.any(String), blob_id: expect.any(String) }]);
    const message = { message_type: 'outgoing', attachments: [body.blob_id] };
    expect((await account.call('POST', pathOf(conversation, '/messages'), message)).body.attachments).toHaveLength(1);
    const later = new Date(Date.now() + 30 * DAY);
    await forgetBlobs(test.app, later);
    await sweepFiles(test.app, later);
    expect((await test.request('GET', new URL(body.file_url).pathname)).text).toBe('hello');
  });

  it('fetches a picture or a video', async () => {
    const account = await givenAccount(test);
    web.reply = (_, response) => response.writeHead(200).end(PNG);

    const { status, body } = await account.call('POST', '/upload', { external_url: `${web.url}/a/me.png?x=1` });

    expect([status, body.file_url.split('/').at(-1)]).toEqual([200, 'me.png']);
  });

  it.each([
    ['nothing', () => ({}), 'No file or URL provided'],
    ['another protocol', () => ({ external_url: 'ftp://example.com/x.png' }), 'Invalid URL provided'],
    ['no address', () => ({ external_url: 'me.png' }), 'Invalid URL provided'],
    ['a private address', () => ({ external_url: 'http://10.0.0.1/x.png' }), 'Invalid URL provided'],
    ['what is missing', () => ({ external_url: `${web.url}/missing` }), 'Failed to fetch file from URL'],
    ['a server that is down', () => ({ external_url: 'http://127.0.0.1:1/x.png' }), 'Failed to fetch file from URL'],
    ['what is too large', () => ({ external_url: `${web.url}/large` }), 'File exceeds the maximum allowed size'],
    [
      'a text',
      () => ({ external_url: `${web.url}/text` }),
      'File type not supported (only images and videos are allowed)',
    ],
    ['a file in another field', () => formWith('file', 'hello'), 'No file or URL provided'],
  ])('refuses %s', async (_, bodyOf, error) => {
    const account = await givenAccount(test);
    web.reply = ({ url }, response) => {
      if (url === '/missing') response.writeHead(404).end();
      else response.writeHead(200).end(url === '/large' ? Buffer.alloc(100_001) : 'plain text');
    };

    const { status, body } = await account.call('POST', '/upload', bodyOf());

    expect([status, body.error]).toEqual([422, error]);
  });

  it('takes as many files an hour as the setting says', async () => {
    const account = await givenAccount(test);

    const statuses = [];
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await account.call('POST', '/upload', formWith('attachment', 'x'))).status);
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await (await givenAccount(test)).call('POST', '/upload', formWith('attachment', 'x'))).status).toBe(200);
  });
});
