import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { pathOf as fileOf } from '../../../src/storage/files.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../support/factories.ts';
import { makePicture, PIXEL, readPicture, SAMPLES, withOrientation } from '../../support/files/media.ts';
import { messagesOf, pathOf } from '../../support/conversation-calls.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const LONGEST_WAIT_MS = 20_000;

/** A message with that file, as it is shown once all that there is to do for it is done. */
async function givenPicture(bytes: Uint8Array<ArrayBuffer>) {
  const conversation = await givenConversation(account);
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.append('attachments[]', new Blob([bytes]), 'photo');
  const { body } = await account.call('POST', pathOf(conversation, '/messages'), form);
  await jobsDone();
  const [message] = await messagesOf(account, conversation);
  return { conversation, created: body, message, attachment: message.attachments[0] };
}

async function jobsDone(): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  const waiting = () =>
    test
      .rows()
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'make_thumbnail')
      .where('status', '=', 'pending')
      .execute();
  while ((await waiting()).length > 0) {
    if (Date.now() > deadline) throw new Error('no thumbnail was made in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function download(url: string) {
  const answer = await fetch(`${test.url}${new URL(url).pathname}`);
  return { type: answer.headers.get('content-type'), bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const keyOf = (url: string) => url.split('/')[4]!;

describe('thumb_url of a picture', () => {
  it.each(['image/png', 'image/jpeg', 'image/webp'] as const)('shows a smaller %s', async (type) => {
    const { created, attachment } = await givenPicture(makePicture(type, 800, 400));

    const small = await download(attachment.thumb_url);
    const { width, height, colorAt } = readPicture(small.bytes);

    expect(created.attachments[0]).toMatchObject({ width: 800, height: 400, thumb_url: attachment.data_url });
    expect(attachment.thumb_url).not.toBe(attachment.data_url);
    expect([small.type, width, height]).toEqual([type, 320, 160]);
    for (const [x, color] of [
      [20, RED],
      [80, BLUE],
    ] as const) {
      colorAt(x, 50).forEach((part, index) => expect(Math.abs(part - color[index]!)).toBeLessThan(12));
    }
  });

  it.each<[number, number, number, [number, number], [number, number]]>([
    [1, 320, 160, [10, 50], [90, 50]],
    [3, 320, 160, [90, 50], [10, 50]],
    [6, 160, 320, [50, 10], [50, 90]],
    [8, 160, 320, [50, 90], [50, 10]],
  ])('is upright when the camera was held as %i', async (orientation, width, height, red, blue) => {
    const { attachment } = await givenPicture(withOrientation(makePicture('image/jpeg', 640, 320), orientation));

    const small = readPicture((await download(attachment.thumb_url)).bytes);

    expect([attachment.width, attachment.height]).toEqual([width * 2, height * 2]);
    expect([small.width, small.height]).toEqual([width, height]);
    expect(small.colorAt(...red)[0]).toBeGreaterThan(240);
    expect(small.colorAt(...blue)[2]).toBeGreaterThan(240);
  });

  it('is the picture itself when that is small, or may be animated', async () => {
    for (const bytes of [new Uint8Array(PIXEL), makePicture('image/png', 320, 320), SAMPLES['image/gif']!]) {
      const { attachment } = await givenPicture(bytes);

      expect(attachment.thumb_url).toBe(attachment.data_url);
    }
  });

  it('is the picture itself when that is broken or too large to be read', async () => {
    const whole = makePicture('image/png', 400, 400);
    const large = new Uint8Array(whole);
    new DataView(large.buffer).setUint32(16, 50_000);

    for (const bytes of [new Uint8Array(whole.subarray(0, 200)), large]) {
      const { attachment } = await givenPicture(bytes);

      expect(attachment).toMatchObject({ file_type: 'image', height: 400, thumb_url: attachment.data_url });
    }
  });

  it('is deleted with its message and with its conversation', async () => {
    const { data_dir } = test.app.config;
    const one = await givenPicture(makePicture('image/png', 400, 200));
    const other = await givenPicture(makePicture('image/png', 400, 200));
    const files = [one, other].flatMap(({ attachment }) => [attachment.data_url, attachment.thumb_url]);
    const existing = () => files.filter((url) => existsSync(fileOf(data_dir, keyOf(url)))).length;
    const before = existing();
    const left = (count: number) => eventually(existing, (now) => now === count);

    await account.call('DELETE', pathOf(one.conversation, `/messages/${one.message.id}`));
    const between = await left(2);
    await account.call('DELETE', pathOf(other.conversation));

    expect([before, between, await left(0)]).toEqual([4, 2, 0]);
    expect((await download(one.attachment.thumb_url)).type).toContain('json');
    expect(globSync('uploads/*', { cwd: data_dir })).toEqual([]);
  });
});
