import { afterAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailInMemory, withMailAt } from '../../src/channels/email/reading/raw-mail.ts';
import { readHead } from '../../src/channels/email/reading/read-head.ts';
import { readMail } from '../../src/channels/email/reading/read-mail.ts';
import { givenFolder } from '../support/backup/full-place.ts';

const HEAD = 'From: Carla <carla@example.com>\nDate: Sat, 28 Nov 2026 10:00:00 +0000\nSubject: Parcel';
const [SENDER, DATE] = ['carla@example.com', 'Sat, 28 Nov 2026 10:00:00 +0000'];
/** As earlier versions have made it, which had the whole mail in memory. */
const expectedOf = (body: string) =>
  hash('sha256', [SENDER, DATE, body].map((part) => `${part.length} ${part}`).join('\n')).slice(0, 32);
/** More than what is read at once. */
const LARGE = 600_000;

describe('the digest of a mail', () => {
  const folder = givenFolder();
  afterAll(() => folder.remove());

  it.each([
    ['short', 'Where is it?', 'Where is it?'],
    ['empty', '', ''],
    ['with blanks around it', ' \n\n\tWhere?\n\n \n', 'Where?'],
    ['of many lines', 'is\n'.repeat(LARGE), 'is\n'.repeat(LARGE).trim()],
    [
      'with very many blanks in it',
      `Where${' \n'.repeat(LARGE)}?${'\n'.repeat(LARGE)}`,
      `Where${' \n'.repeat(LARGE)}?`,
    ],
    ['with bytes that are no ASCII', 'Schön\u{1F600}', Buffer.from('Schön\u{1F600}').toString('latin1')],
  ])('%s is the same however its lines end, and in memory and in a file', async (_, body, kept) => {
    const text = `${HEAD}\n\n${body}`;
    const digests = [];
    for (const each of [text, text.replaceAll('\n', '\r\n')]) {
      const bytes = Buffer.from(each);
      const path = join(folder.path, 'mail');
      writeFileSync(path, bytes);
      digests.push((await readHead(mailInMemory(bytes))).digest, (await withMailAt(path, readHead)).digest);
    }

    expect(new Set(digests)).toEqual(new Set([expectedOf(kept)]));
  });

  it('is that of another mail where the body is another one', async () => {
    const digests = ['one', 'other'].map(async (body) => (await readMail(Buffer.from(`${HEAD}\n\n${body}`))).digest);

    expect(new Set(await Promise.all(digests)).size).toBe(2);
  });

  it('is there where the head has no end within what is read of it', async () => {
    const long = `X-Long: ${'a'.repeat(LARGE)}`;
    const { digest } = await readHead(mailInMemory(Buffer.from(`${HEAD}\n${long}\r\n\r\nHello`)));

    expect(digest).toBe(expectedOf('Hello'));
  });
});
