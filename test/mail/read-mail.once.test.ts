import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMail } from '../../src/channels/email/reading/read-mail.ts';
import { shallow } from '../../src/channels/email/reading/shallow.ts';
import { EXPECTED } from './corpus/expected.ts';
import { readingOf } from './corpus/reading.ts';

const CORPUS = join(import.meta.dirname, 'corpus');
const bytesOf = (name: string) => readFileSync(join(CORPUS, `${name}.eml`));
const mail = (head: string, body: string) => Buffer.from(`${head}\r\n\r\n${body}`);

describe('a mail', () => {
  it('of the corpus is in the table', () => {
    const names = globSync('**/*.eml', { cwd: CORPUS }).map((file) => file.slice(0, -'.eml'.length));

    expect(names.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  });

  it.each(Object.entries(EXPECTED))('such as %s is read', async (name, expected) => {
    expect(readingOf(await readMail(bytesOf(name)))).toEqual(expected);
  });

  it('keeps what it quotes beside what it says', async () => {
    const { text, html, references } = await readMail(bytesOf('people/gmail-reply'));

    expect(text).toEqual({ full: expect.stringContaining('> Has it arrived?'), own: 'Thank you, it is here.' });
    expect(html?.full).toContain('Has it arrived?');
    expect(references).toEqual([
      'first@example.com',
      'conversation/11111111-2222-4333-8444-555555555555/messages/7@acme.example',
    ]);
  });

  it('without a Message-ID has one that is always the same, and not that of others', async () => {
    const [one, again] = [await readMail(bytesOf('odd/no-message-id')), await readMail(bytesOf('odd/no-message-id'))];
    const other = await readMail(Buffer.concat([bytesOf('odd/no-message-id'), Buffer.from('!')]));

    expect(one.messageId).toBe(again.messageId);
    expect(one.messageId).not.toBe(other.messageId);
  });

  it('of 25 MB is read whole', async () => {
    const file = Buffer.alloc(18_000_000, 'parcel');
    const head =
      'From: a@example.com\r\nContent-Type: application/zip; name="large.zip"\r\nContent-Transfer-Encoding: base64';
    const large = mail(head, file.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'));
    const { files } = await readMail(large);

    expect(large.length).toBeGreaterThan(24_000_000);
    expect(Buffer.compare(files[0]!.bytes, file)).toBe(0);
  });

  it('has a large file of which each line is padded by itself', async () => {
    const line = Buffer.from('a parcel that is lost').subarray(0, 20);
    const head =
      'From: a@example.com\r\nContent-Type: application/zip; name="a.zip"\r\nContent-Transfer-Encoding: base64';
    const { files } = await readMail(mail(head, `${line.toString('base64')}\r\n`.repeat(10_000)));

    expect(Buffer.from(files[0]!.bytes).toString()).toBe(line.toString().repeat(10_000));
  });

  it.each([
    ['a hundred tags within each other stay', 100, 100],
    ['those that are deeper go, and what is in them stays', 250, 100],
  ])('has HTML of which %s', (_, given, kept) => {
    const html = shallow(`${'<div>'.repeat(given)}Hello<br>${'</div>'.repeat(given)}<p>Carla`);

    expect(html).toBe(`${'<div>'.repeat(kept)}Hello<br>${'</div>'.repeat(kept)}<p>Carla`);
  });

  it('may have HTML that never closes its tags', async () => {
    const head = 'From: a@example.com\r\nContent-Type: text/html';
    const { content, html } = await readMail(mail(head, `${'<div>'.repeat(50_000)}Hello`));

    expect(html?.full.length).toBeLessThanOrEqual(150_000);
    expect(content.length).toBeLessThanOrEqual(150_000);
  });

  it('may have a tag that never ends', async () => {
    const head = 'From: a@example.com\r\nContent-Type: text/html';
    // By the square of its length, this takes a quarter of an hour.
    const { content } = await readMail(mail(head, `<p>Hello</p><${'a'.repeat(900_000)}`));

    expect(content).toBe('Hello');
  });

  it('may have tables of any size, each row of which is a line', async () => {
    const head = 'From: a@example.com\r\nContent-Type: text/html';
    const huge = '<tr><td colspan="1000000000" rowspan="1000000000">Parcel</td><td>5</td></tr>';
    const wide = `<tr><td>${'x'.repeat(10_000)}</td></tr>${'<tr><td></td><td>a</td></tr>'.repeat(2000)}`;
    const row = `<table>${'<td>a</td>'.repeat(10_000)}</table>`;
    const { content } = await readMail(mail(head, `<table><tr><th>What</th><th>How many</th></tr>${huge}</table>`));
    const others = [await readMail(mail(head, `<table>${wide}</table>`)), await readMail(mail(head, row))];

    expect(content).toBe('What How many\nParcel 5');
    expect(others.map((other) => other.content.length)).toEqual([14_000, 19_999]);
  });

  it('may have a list that begins with a large Roman numeral', async () => {
    const list = '<ol type="I" start="40000"><li>Hello</li></ol>';
    const { content } = await readMail(mail('From: a@example.com\r\nContent-Type: text/html', list));

    expect(content).toBe('40000. Hello');
  });

  it('may have very long lines that look like addresses', async () => {
    const long = `<${'@a'.repeat(70_000)}`;
    const head = `From: a@example.com\r\nX-Original-Sender: ${'a'.repeat(200_000)}\r\nDelivered-To: ${'b'.repeat(200_000)}`;
    const { content, sender, recipients } = await readMail(mail(head, `Yes\r\n${long}\r\n> Really?`));

    expect(content).toContain('Yes');
    expect(sender?.address).toBe('a@example.com');
    expect(recipients).toEqual([]);
  });

  it('is read up to a million characters of its HTML', async () => {
    const head = 'From: a@example.com\r\nContent-Type: text/html';
    const comment = `<!-- ${'x'.repeat(76)} -->\r\n`.repeat(12_000);
    const { html } = await readMail(mail(head, `<p>Early</p>${comment}<p>Late</p>`));

    expect(html?.full).toContain('Early');
    expect(html?.full).not.toContain('Late');
  });

  it('that is none is refused', async () => {
    await expect(readMail(Buffer.alloc(0))).rejects.toThrow('it has no headers');
  });
});
