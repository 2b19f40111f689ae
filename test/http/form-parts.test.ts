import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenContact, givenConversation, type TestAccount } from '../support/factories.ts';
import { PIXEL } from '../support/files/media.ts';
import { messagesOf, pathOf } from '../support/conversation-calls.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const BOUNDARY = 'x-boundary';
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A form as bytes; the first line of each part is what follows "form-data" in its headers. */
function formOf(...parts: [headers: string, content: string | Uint8Array][]): Uint8Array {
  const pieces = parts.flatMap(([head, content]) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

/** A message that was created with these parts. */
async function given(...parts: [string, string | Uint8Array][]) {
  const conversation = await givenConversation(account);
  const form = formOf(['name="message_type"', 'outgoing'], ...parts);
  const answer = await account.call('POST', pathOf(conversation, '/messages'), form, { headers });
  return { ...answer, conversation };
}

describe('a part of a form', () => {
  it.each([
    ['no type', 'name="attachments[]"; filename="a.png"', 'a.png'],
    ['the type of text', 'name="attachments[]"; filename="a.png"\r\nContent-Type: text/plain', 'a.png'],
    ['the type of JSON', 'name="attachments[]"; filename="a.png"\r\nContent-Type: application/json', 'a.png'],
    ['an empty type', 'name="attachments[]"; filename="a.png"\r\nContent-Type: ', 'a.png'],
    ['no space behind its name', 'name=attachments[];filename="a.png";size=9', 'a.png'],
    ['a name in the extended notation', 'name="attachments[]"; filename*=utf-8\'\'%C3%A4.png', 'ä.png'],
    ['a broken name in the extended notation', 'name="attachments[]"; filename*=utf-8\'\'%C3.png', '%C3.png'],
    ['an empty name', 'name="attachments[]"; filename=""', 'file'],
    ['a type and no name', 'name="attachments[]"\r\nContent-Type: image/png', 'file'],
  ])('is a file with %s', async (_, head, filename) => {
    const { status, body } = await given([head, PIXEL]);

    expect([status, body.attachments?.length]).toEqual([201, 1]);
    const [{ content_type: type, file_size: size, data_url: url }] = body.attachments;
    expect([type, size, decodeURIComponent(url.split('/').at(-1))]).toEqual(['image/png', PIXEL.length, filename]);
  });

  it.each(['text/plain; charset=utf-8', 'application/json', 'application/vnd.api+json'])(
    'is text with the type %s and no file name',
    async (type) => {
      const { status, body } = await given([`name="content"\r\nContent-Type: ${type}`, 'Grüße']);

      expect([status, body.content, body.attachments]).toEqual([201, 'Grüße', []]);
    },
  );

  it('is ignored when a browser had no file to send', async () => {
    const { status, conversation } = await given(
      ['name="content"', 'Hello'],
      ['name="attachments[]"; filename=""\r\nContent-Type: application/octet-stream', ''],
    );

    const [message] = await messagesOf(account, conversation);

    expect([status, message.content, message.attachments]).toEqual([201, 'Hello', []]);
  });

  it('is a picture of a contact without a type', async () => {
    const contact = await givenContact(account);
    const form = formOf(['name="avatar"; filename="me.png"', PIXEL]);

    const { status, body } = await account.call('PUT', `/contacts/${contact.id}`, form, { headers });

    expect([status, body.payload.thumbnail]).toEqual([200, expect.stringContaining('/files/')]);
  });

  it('is a file to import without a type', async () => {
    const form = formOf(['name="import_file"; filename="people.csv"', 'name,email\nPaula,paula@example.com\n']);

    const { status } = await account.call('POST', '/contacts/import', form, { headers });

    expect(status).toBe(200);
    const find = () => account.call('GET', '/contacts/search?q=paula%40example.com');
    await eventually(find, ({ body }) => body.payload[0]?.name === 'Paula');
  });

  it.each([
    ['one', [`name="content"; ${'filename="'.repeat(100_000)}`]],
    ['a file behind a field', ['name="content"', `name="attachments[]"; filename="${'f'.repeat(5000)}"`]],
    ['a field behind a file', ['name="attachments[]"; filename="a"', `name="content"; x="${'x'.repeat(5000)}"`]],
    ['all', Array.from({ length: 300 }, () => `name="content"; x="${'x'.repeat(2000)}"`)],
  ])('answers 413 when the headers of %s are too long', async (_, heads: string[]) => {
    const { status, body, conversation } = await given(...heads.map((head): [string, string] => [head, 'Hello']));

    expect([status, body.error]).toEqual([413, 'Payload too large']);
    expect(await messagesOf(account, conversation)).toEqual([]);
    const uploads = join(test.app.config.data_dir, 'uploads');
    expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]);
  });
});
