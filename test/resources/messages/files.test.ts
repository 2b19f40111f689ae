import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync } from 'node:fs';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { makeVideo, PIXEL, SAMPLES } from '../../support/files/media.ts';
import { messagesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.max_file_bytes': '100000', 'server.max_files': '3' });
});
afterAll(() => test.stop());

type File = { name: string; type?: string; bytes?: Uint8Array<ArrayBuffer> };

/** A conversation, and a request that creates a message with files in it. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const upload = (files: File[], fields: Record<string, string> = {}, field = 'attachments[]') => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ message_type: 'outgoing', ...fields })) form.set(name, value);
    for (const { name, type = '', bytes = new Uint8Array(PIXEL) } of files) {
      form.append(field, new Blob([bytes], { type }), name);
    }
    return account.call('POST', pathOf(conversation, '/messages'), form);
  };
  return { account, conversation, upload };
}

const stored = () => globSync(['files/*/*', 'uploads/*'], { cwd: test.app.config.data_dir }).length;

describe('POST messages with files', () => {
  it('stores a picture, which downloads again byte for byte', async () => {
    const { account, conversation, upload } = await given();

    const { status, body } = await upload([{ name: 'pixel.png', type: 'image/png' }], { content: 'Look' });

    expect([status, body.content]).toEqual([201, 'Look']);
    expect(body.attachments).toEqual([
      {
        id: expect.any(Number),
        message_id: body.id,
        file_type: 'image',
        account_id: account.id,
        extension: 'png',
        content_type: 'image/png',
        data_url: expect.stringMatching(/^http.*\/files\/[\w-]{32}\/pixel\.png$/),
        thumb_url: body.attachments[0].data_url,
        file_size: PIXEL.length,
        width: 1,
        height: 1,
      },
    ]);
    const file = await fetch(`${test.url}${new URL(body.attachments[0].data_url).pathname}`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PIXEL);
    expect(await messagesOf(account, conversation)).toEqual([body]);
    expect((await shown(account, conversation)).messages[0].attachments).toEqual(body.attachments);
  });

  it('stores several in their order, without any content', async () => {
    const { upload } = await given();

    const { status, body } = await upload([
      { name: 'b.pdf', type: 'application/pdf' },
      { name: 'a.png', type: 'image/png' },
      { name: 'c' },
    ]);

    expect([status, body.content]).toEqual([201, null]);
    expect(body.attachments.map(({ extension }: { extension: string }) => extension)).toEqual(['pdf', 'png', null]);
  });

  it.each(['attachments', 'message[attachments][]', 'message[attachments]'])('takes them as %p too', async (field) => {
    const { upload } = await given();

    const { body } = await upload([{ name: 'a.png', type: 'image/png' }], {}, field);

    expect(body.attachments).toHaveLength(1);
  });

  it.each([
    ['image/png', 'image', 1, 1],
    ['image/gif', 'image', 3, 2],
    ['image/bmp', 'image', 3, 2],
    ['image/svg+xml', 'file', null, null],
    ['audio/mpeg', 'audio', null, null],
    ['audio/ogg', 'audio', null, null],
    ['audio/wav', 'audio', null, null],
    ['video/mp4', 'video', null, null],
    ['video/quicktime', 'video', null, null],
    ['video/webm', 'video', null, null],
    ['application/pdf', 'file', null, null],
    ['application/zip', 'file', null, null],
    ['application/xml', 'file', null, null],
    ['text/html', 'file', null, null],
    ['text/plain', 'file', null, null],
    ['application/octet-stream', 'file', null, null],
  ])('recognizes %s by its content, whatever it claims to be', async (type, kind, width, height) => {
    const { upload } = await given();

    const { body } = await upload([{ name: 'file.png', type: 'image/jpeg', bytes: SAMPLES[type]! }]);

    expect(body.attachments[0]).toMatchObject({
      content_type: type,
      file_type: kind,
      extension: 'png',
      width,
      height,
      thumb_url: kind === 'image' ? body.attachments[0].data_url : '',
    });
  });

  it('reads the size of a video as it is shown, wherever it is in the file', async () => {
    const { upload } = await given();
    const cut = makeVideo(640, 360).subarray(0, 1200);

    const { body } = await upload([
      { name: 'wide.mp4', bytes: makeVideo(640, 360) },
      { name: 'phone.mp4', bytes: makeVideo(640, 360, true) },
      { name: 'cut.mp4', bytes: new Uint8Array(cut) },
    ]);

    expect(body.attachments).toMatchObject([
      { content_type: 'video/mp4', file_type: 'video', width: 640, height: 360 },
      { content_type: 'video/mp4', file_type: 'video', width: 360, height: 640 },
      { content_type: 'video/mp4', file_type: 'video', width: null, height: null },
    ]);
  });

  it('gives up the size of a video after too many boxes', async () => {
    const { upload } = await given();

    const { body } = await upload([
      { name: 'many.mp4', bytes: makeVideo(640, 360, false, 20) },
      { name: 'endless.mp4', bytes: makeVideo(640, 360, false, 40) },
    ]);

    expect(body.attachments).toMatchObject([{ width: 640 }, { width: null }]);
  });

  it('treats a voice recording as sound, although its container is that of a video', async () => {
    const { upload } = await given();

    const { body } = await upload([{ name: 'voice.webm', bytes: SAMPLES['video/webm']! }], {
      is_voice_message: 'true',
    });

    expect(body.attachments[0]).toMatchObject({ content_type: 'audio/webm', file_type: 'audio' });
    expect(body.content_attributes).toEqual({ is_voice_message: true });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows.ini', 'windows.ini'],
    ['tab\tbell\u0007.txt', 'tab_bell_.txt'],
    ['exe.\u202etxt.exe', 'exe._txt.exe'],
    ['a/b?c#d%20e.txt', 'b?c#d%20e.txt'],
    ['..', 'file'],
    ['名前 ü.png', '名前 ü.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
  ])('stores a file called %p under a safe name', async (name, expected) => {
    const { upload } = await given();

    const { status, body } = await upload([{ name, type: 'image/png' }]);

    const url = new URL(body.attachments[0].data_url);
    const file = await fetch(`${test.url}${url.pathname}`);
    expect([status, decodeURIComponent(url.pathname.split('/').at(-1)!)]).toEqual([201, expected]);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PIXEL);
  });

  it('stores an empty file', async () => {
    const { upload } = await given();

    const { status, body } = await upload([{ name: 'empty.txt', type: 'text/plain', bytes: new Uint8Array() }]);

    expect([status, body.attachments[0].file_size]).toEqual([201, 0]);
  });

  it('refuses too many files, and files that are too large', async () => {
    const { upload } = await given();
    const before = stored();

    const many = await upload(Array.from({ length: 4 }, (_, index) => ({ name: `${index}.png` })));
    const large = await upload([{ name: 'large.bin', bytes: new Uint8Array(100_001) }]);

    for (const { status, body } of [many, large]) expect([status, body.error]).toEqual([413, 'Payload too large']);
    expect(large.body.message).toBe('a file may have 100000 bytes');
    expect(stored()).toBe(before);
  });

  it('stores nothing of what is refused', async () => {
    const { account, upload } = await given();
    const before = stored();
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['x']), 'x.txt');

    const answers = [
      await upload([{ name: 'a.png' }], { message_type: 'activity' }),
      await upload([{ name: 'a.png' }], { content: 'x'.repeat(150_001) }),
      await account.call('POST', pathOf({ id: 99 }, '/messages'), form),
      await account.call('POST', pathOf({ id: 1 }, '/messages'), form, { token: 'nobody' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404, 401]);
    expect(stored()).toBe(before);
  });

  it('leaves no temporary files', async () => {
    const { upload } = await given();

    await upload([{ name: 'a.png' }, { name: 'b.png' }]);
    await upload([{ name: 'ignored.png' }], { content: 'x' }, 'something_else');

    expect(globSync('uploads/*', { cwd: test.app.config.data_dir })).toEqual([]);
  });
});
