import { afterAll, describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairTurns } from '../../../src/channels/email/reading/fair-turns.ts';
import { mailAsFile } from '../../../src/channels/email/reading/mail-as-file.ts';
import { readMail } from '../../../src/channels/email/reading/read-mail.ts';
import { readMailAside } from '../../../src/channels/email/reading/read-aside.ts';
import { ReadingThread, Unread } from '../../../src/channels/email/reading/reading-thread.ts';
import { givenFolder } from '../../support/backup/full-place.ts';

const HEAD =
  'From: Carla <carla@example.com>\r\nTo: support@acme.example\r\nSubject: Parcel\r\nMessage-ID: <1@example.com>\r\n';
const mail = (body: string, more = '') => Buffer.from(`${HEAD}${more}\r\n${body}`);

const folder = givenFolder();
afterAll(() => folder.remove());
let mails = 0;
/** A new file with the mail, and a place for the files in it. */
function placeOf(bytes: Uint8Array) {
  mails += 1;
  const path = join(folder.path, `mail-${mails}`);
  writeFileSync(path, bytes);
  return { path, filesAt: `${path}-file` };
}

describe('turns', () => {
  it('go to the account with the fewest tasks under way, then to the one that waits longest', () => {
    const turns = new FairTurns<string>();
    for (const task of ['a1', 'a2', 'a3', 'a4']) turns.add(1, task);
    turns.add(2, 'b1');
    turns.add(3, 'c1');
    const taken = [turns.next(), turns.next()];
    turns.end(1);
    taken.push(turns.next());
    turns.end(2);
    taken.push(turns.next());
    turns.end(3);
    taken.push(turns.next(), turns.next());

    expect(taken.map((one) => one?.task)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
    expect(turns.next()).toBeNull();
  });
});

describe('turns of tasks of which some may not begin', () => {
  it('go to other accounts meanwhile, and in their order afterwards', () => {
    const turns = new FairTurns<string>();
    for (const task of ['large 1', 'small 1']) turns.add(1, task);
    for (const task of ['large 2', 'small 2']) turns.add(2, task);
    turns.add(3, 'small 3');
    let isLargeUnderWay = false;
    const mayBegin = (task: string) => !(isLargeUnderWay && task.startsWith('large'));
    const taken = [turns.next(mayBegin)];
    isLargeUnderWay = true;
    taken.push(turns.next(mayBegin), turns.next(mayBegin), turns.next(mayBegin));
    isLargeUnderWay = false;
    turns.end(1);
    taken.push(turns.next(mayBegin), turns.next(mayBegin));

    expect(taken.map((one) => one?.task)).toEqual(['large 1', 'small 3', 'small 1', undefined, 'large 2', 'small 2']);
  });
});

describe('mails that are read aside', () => {
  it('are read beside one large mail, while further large ones wait for its end', async () => {
    const ended: string[] = [];
    const read = async (name: string, place: ReturnType<typeof placeOf>, accountId: number) => {
      await readMailAside(place, accountId);
      ended.push(name);
    };
    const large = () => placeOf(mail('All work and no play.\r\n'.repeat(400_000)));
    const [first, second, small] = [large(), large(), placeOf(mail('Hello'))];
    await Promise.all([read('large', first, 1), read('large', second, 2), read('small', small, 3)]);

    expect(ended).toEqual(['small', 'large', 'large']);
  });

  it('of several accounts are all read', async () => {
    const bodies = Array.from({ length: 12 }, (_, index) => `Mail ${index}`);
    const read = await Promise.all(bodies.map((body, index) => readMailAside(placeOf(mail(body)), index % 3)));

    expect(read.map(({ content }) => content)).toEqual(bodies);
  });

  it('that are none are refused, and the next ones are read', async () => {
    const empty = readMailAside(placeOf(Buffer.alloc(0)), 1);
    const next = readMailAside(placeOf(mail('Hello')), 1);

    await expect(empty).rejects.toThrow('it has no headers');
    expect((await next).content).toBe('Hello');
  });

  it('hand over their files', async () => {
    const file = Buffer.alloc(300_000, 'parcel');
    const more = 'Content-Type: application/zip; name="a.zip"\r\nContent-Transfer-Encoding: base64\r\n';
    const { files } = await readMailAside(placeOf(mail(file.toString('base64'), more)), 1);

    expect(files.map(({ name }) => name)).toEqual(['a.zip']);
    expect(Buffer.compare(readFileSync(files[0]!.path!), file)).toBe(0);
  });

  it('for which the time is over are not read, and end no other', async () => {
    const thread = new ReadingThread(() => 0);
    const late = thread.read(placeOf(mail('Hello')));

    await expect(late).rejects.toThrow(Unread);
    await expect(late).rejects.toThrow('longer than 0 seconds');
    expect((await readMailAside(placeOf(mail('Hello')), 1)).content).toBe('Hello');
  });
});

describe('a mail that takes too long', () => {
  it('is kept as a file, with a note and what its head says', async () => {
    const bytes = mail('Where is it?', 'Auto-Submitted: auto-replied\r\n');
    const read = await mailAsFile(placeOf(bytes));

    expect(read).toMatchObject({
      messageId: '1@example.com',
      subject: 'Parcel',
      sender: { name: 'Carla', address: 'carla@example.com' },
      content: 'This mail takes too long to read. All of it is in the attached file.',
      isAutomatic: true,
      files: [{ name: 'message.eml', contentType: 'message/rfc822' }],
    });
    expect(Buffer.compare(readFileSync(read.files[0]!.path!), bytes)).toBe(0);
  });
});

describe('a mail of very many short lines', () => {
  it.each([
    ['flowed text', 'Content-Type: text/plain; format=flowed\r\n', 'a \r\n'],
    ['quoted text', 'Content-Type: text/plain\r\n', '> a\r\n'],
    ['text with heads', 'Content-Type: text/plain\r\n', 'From: a@example.com\r\n'],
    ['HTML', 'Content-Type: text/html\r\n', '<div>a</div>'],
  ])('is read whole: %s', async (_, more, line) => {
    const { content } = await readMail(mail(`Hello\r\n${line.repeat(3000)}`, more));

    expect(content).toMatch(/^Hello/);
    expect(content.match(/a/g)!.length).toBeGreaterThanOrEqual(3000);
  });
});
