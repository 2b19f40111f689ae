import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newSpoolPath, pathOf } from '../../../src/storage/files.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenMailInbox, smtpOf } from '../../support/mail/mail-inbox.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'from-the-mail-server';
const CORPUS = join(import.meta.dirname, '../../mail/corpus');

let server: MailServer;
let test: TestApp;
let account: TestAccount;
let inbox: { id: number; address: string };
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    'mail.inbound_password': PASSWORD,
    'mail.inbound_domain': 'in.acme.example',
    'webhooks.allowed_networks': '127.0.0.0/8',
  });
  account = await givenAccount(test);
  inbox = await givenMailInbox(account, smtpOf(server));
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** Hands a mail over as a mail server does. */
async function post(mail: string | Buffer, { password = PASSWORD, to }: { password?: string; to?: string } = {}) {
  const { status } = await fetch(`${test.url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`actionmailbox:${password}`).toString('base64')}`,
      ...(to !== undefined && { 'x-envelope-to': to }),
    },
    body: new Uint8Array(Buffer.from(mail)),
  });
  return status;
}

type Head = { from?: string; to?: string; subject?: string; id?: string; more?: string };

/** A mail to the inbox; by default each is from another sender. */
function mailOf(text: string, { from, to = inbox.address, subject = 'Help', id = randomUUID(), more = '' }: Head = {}) {
  const head = `From: Carla <${from ?? `carla-${randomUUID()}@example.com`}>\r\nTo: ${to}\r\nSubject: ${subject}`;
  return `${head}\r\nMessage-ID: <${id}@example.com>\r\n${more}\r\n${text}\r\n`;
}

const conversationsOf = async (sender: string) => {
  const { body } = await account.call('GET', `/conversations?status=all&inbox_id=${inbox.id}&per_page=100`);
  return (body.data.payload as { id: number; uuid: string; meta: { sender: { email: string } } }[]).filter(
    ({ meta }) => meta.sender.email === sender,
  );
};

/** The conversation that the sender has, once there is one. */
const conversationOf = async (sender: string) =>
  (
    await eventually(
      () => conversationsOf(sender),
      (found) => found.length > 0,
    )
  )[0]!;

/** The messages of the conversation, once there are so many. */
const messagesIn = (conversation: { id: number }, count: number) =>
  eventually(
    () => messagesOf(account, conversation),
    (messages) => messages.length >= count,
  );

describe('POST /rails/action_mailbox/relay/inbound_emails', () => {
  it('begins a conversation with a new sender', async () => {
    const from = `new-${randomUUID()}@example.com`;
    const id = randomUUID();
    const status = await post(mailOf('Where is my parcel?', { from, id, subject: 'My parcel' }));
    const conversation = await conversationOf(from);
    const [message] = await messagesIn(conversation, 1);

    expect(status).toBe(204);
    expect(conversation).toMatchObject({
      additional_attributes: { source: 'email', mail_subject: 'My parcel' },
      meta: { sender: { name: 'Carla', email: from } },
    });
    expect(message).toMatchObject({
      content: 'Where is my parcel?',
      content_type: 'incoming_email',
      source_id: `${id}@example.com`,
      content_attributes: {
        email: {
          from: [from],
          to: [inbox.address],
          subject: 'My parcel',
          text_content: { quoted: 'Where is my parcel?' },
        },
      },
    });
  });

  it('takes a mail once, however often it comes', async () => {
    const from = `again-${randomUUID()}@example.com`;
    const mail = mailOf('Once', { from });
    await post(mail);
    await post(mail);
    await post(mailOf('Another', { from }));
    const found = await eventually(
      () => conversationsOf(from),
      (conversations) => conversations.length === 2,
    );
    const texts = (await Promise.all(found.map((one) => messagesOf(account, one)))).flat();

    expect(texts.map(({ content }) => content).toSorted()).toEqual(['Another', 'Once']);
  });

  it('adds answers to their conversation, by the address, by references, and from other addresses', async () => {
    const from = `thread-${randomUUID()}@example.com`;
    await post(mailOf('First', { from, id: 'unused' + randomUUID() }));
    const conversation = await conversationOf(from);
    const { body } = await reply(account, conversation, { content: 'Our answer' });
    const sent = await ended(account, conversation, body.id);
    const [mail] = await server.mailsTo(from);
    await post(mailOf('By address', { from, to: mail!.email.replyTo![0]!.address! }));
    await messagesIn(conversation, 3);
    const colleague = `colleague-${randomUUID()}@example.com`;
    await post(mailOf('By reference', { from: colleague, more: `In-Reply-To: <${sent.source_id}>\r\n` }));
    await messagesIn(conversation, 4);
    const first = (await messagesOf(account, conversation))[0];
    await post(mailOf('By its own', { from, more: `References: <${first.source_id}> <unknown@example.net>\r\n` }));
    const messages = await messagesIn(conversation, 5);

    expect(messages[3].sender.email).toBe(colleague);
    expect(messages[4].sender.email).toBe(from);
    expect(mail!.email.inReplyTo).toBe(`<${first.source_id}>`);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      'First',
      'Our answer',
      'By address',
      'By reference',
      'By its own',
    ]);
  });

  it('adds an answer to a mail of somebody else for those who are named in it, and begins a conversation for others', async () => {
    const [from, copied, later, other, robot] = ['from', 'copied', 'later', 'other', 'robot'].map(
      (name) => `${name}-${randomUUID()}@example.com`,
    );
    const id = randomUUID();
    const answering = (answered: string) =>
      `In-Reply-To: <${answered}@example.com>\r\nReferences: <${answered}@example.com>\r\n`;
    await post(mailOf('My secret', { from: from!, id, more: `Cc: Copied <${copied!.toUpperCase()}>\r\n` }));
    const conversation = await conversationOf(from!);
    const second = randomUUID();
    await post(mailOf('From a copy', { from: copied!, id: second, more: `${answering(id)}Cc: ${later}\r\n` }));
    await messagesIn(conversation, 2);
    await post(mailOf('From a later copy', { from: later!, more: answering(second) }));
    await messagesIn(conversation, 3);

    await post(mailOf('From nobody', { from: other!, more: answering(id) }));
    await post(mailOf('I am away', { from: robot!, more: `${answering(id)}Auto-Submitted: auto-replied\r\n` }));
    const own = [await conversationOf(other!), await conversationOf(robot!)];
    await post(mailOf('From the contact', { from: from!, more: answering(id) }));

    const texts = (messages: { content: string }[]) => messages.map(({ content }) => content);
    expect(texts(await messagesIn(conversation, 4))).toEqual([
      'My secret',
      'From a copy',
      'From a later copy',
      'From the contact',
    ]);
    expect(texts(await messagesIn(own[0]!, 1))).toEqual(['From nobody']);
    expect(texts(await messagesIn(own[1]!, 1))).toEqual(['I am away']);
  });

  it('keeps the files, and shows pictures where the text has them', async () => {
    const mail = readFileSync(join(CORPUS, 'people/inline-without-disposition.eml'), 'latin1');
    const from = `files-${randomUUID()}@example.com`;
    await post(
      mail
        .replace('carla@example.com', from)
        .replace('support@acme.example', inbox.address)
        .replace('cid1@example.com', randomUUID()),
    );
    const [message] = await messagesIn(await conversationOf(from), 1);

    const [photo, other] = message.attachments;
    expect([photo, other]).toMatchObject([{ file_type: 'image' }, { file_type: 'image' }]);
    expect(message.content_attributes.email.html_content.full).toContain(`src="${photo.data_url}"`);
    expect((await fetch(`${test.url}${new URL(photo.data_url).pathname}`)).status).toBe(200);
  });

  it('says of a message that it did not arrive', async () => {
    const from = `bounced-${randomUUID()}@example.com`;
    await post(mailOf('First', { from }));
    const conversation = await conversationOf(from);
    const { body } = await reply(account, conversation, { content: 'Our answer' });
    const sent = await ended(account, conversation, body.id);
    const bounce = readFileSync(join(CORPUS, 'machines/bounce.eml'), 'latin1');
    await post(
      bounce
        .replace(/conversation\/[^>]*>/, `${sent.source_id}>`)
        .replace('support@acme.example', inbox.address)
        .replace('dsn1@', `${randomUUID()}@`),
    );
    const [, failed] = await eventually(
      () => messagesOf(account, conversation),
      ([, answer]) => answer.status === 'failed',
    );

    expect(failed.external_error).toContain('550 5.1.1');
    expect(await conversationsOf('mailer-daemon@mx.example.com')).toEqual([]);
  });

  it('says of an address in Cc that it was not reached, and that the message arrived for the others', async () => {
    const from = `copied-${randomUUID()}@example.com`;
    await post(mailOf('First', { from }));
    const conversation = await conversationOf(from);
    const { body } = await reply(account, conversation, { content: 'Our answer', cc_emails: 'Gone@example.com' });
    const sent = await ended(account, conversation, body.id);
    const bounce = readFileSync(join(CORPUS, 'machines/bounce.eml'), 'latin1');
    await post(
      bounce
        .replace(/conversation\/[^>]*>/, `${sent.source_id}>`)
        .replace('support@acme.example', inbox.address)
        .replace('dsn1@', `${randomUUID()}@`),
    );
    const [, noted] = await eventually(
      () => messagesOf(account, conversation),
      ([, answer]) => answer.content_attributes.external_undelivered !== undefined,
    );

    expect(noted.status).toBe('sent');
    expect(noted.content_attributes.external_undelivered['gone@example.com']).toMatch(
      /550 5.1.1.*; for the others it arrived$/,
    );
  });

  it('leaves mails of the inbox itself, and greets no program', async () => {
    await account.call('PATCH', `/inboxes/${inbox.id}`, { greeting_enabled: true, greeting_message: 'Hello!' });
    const [robot, person] = [`robot-${randomUUID()}@example.com`, `person-${randomUUID()}@example.com`];
    await post(mailOf('To myself', { from: inbox.address }));
    await post(mailOf('I am away', { from: robot, more: 'Auto-Submitted: auto-replied\r\n' }));
    await post(mailOf('Hello', { from: person }));
    const greeted = await messagesIn(await conversationOf(person), 2);
    const ungreeted = await messagesIn(await conversationOf(robot), 1);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { greeting_enabled: false });

    expect(greeted.map(({ content }: { content: string }) => content)).toEqual(['Hello', 'Hello!']);
    expect(ungreeted).toHaveLength(1);
    expect(ungreeted[0].content_attributes.email.auto_reply).toBe(true);
    expect(await conversationsOf(inbox.address)).toEqual([]);
  });

  it('takes the addresses of the envelope, and those with a plus sign', async () => {
    const [one, other] = [`one-${randomUUID()}@example.com`, `other-${randomUUID()}@example.com`];
    const blind = await post(mailOf('Blind copy', { from: one, to: 'list@example.org' }), { to: inbox.address });
    const tagged = await post(mailOf('Tagged', { from: other, to: inbox.address.replace('@', '+orders@') }));
    await conversationOf(one);
    await conversationOf(other);

    expect([blind, tagged]).toEqual([204, 204]);
  });

  it('keeps mails that cannot be read, with the reason', async () => {
    const one = await givenMailInbox(account);
    const status = await post('\r\nno head at all', { to: one.address });
    const [event] = await eventually(
      () =>
        test
          .rows()
          .selectFrom('received_events')
          .select(['status', 'file_key as key', 'error'])
          .where('inbox_id', '=', one.id)
          .execute(),
      (rows) => rows[0]?.status === 'failed',
    );

    expect(status).toBe(204);
    expect(event!.error).toContain('it has no headers');
    expect(readFileSync(pathOf(test.app.config.data_dir, event!.key!), 'utf8')).toContain('no head at all');
  });

  it('keeps parts that are too deep as a file', async () => {
    const from = `deep-${randomUUID()}@example.com`;
    const deep = Array.from({ length: 60 }, (_, level) => {
      const type = `Content-Type: multipart/mixed; boundary="b${level}"`;
      return `${type}\r\n\r\n--b${level}\r\n`;
    }).join('');
    const status = await post(`From: ${from}\r\nTo: ${inbox.address}\r\n${deep}Content-Type: text/plain\r\n\r\nWords`);
    const [message] = await messagesIn(await conversationOf(from), 1);
    const file = await fetch(`${test.url}${new URL(message.attachments[0].data_url).pathname}`);

    expect(status).toBe(204);
    expect(await file.text()).toContain('Words');
  });

  it('puts a mail only where mail servers have delivered it', async () => {
    const [one, other] = [await givenMailInbox(account), await givenMailInbox(account)];
    const mail = (more: string) => mailOf('Hello', { to: other.address, more });
    const answers = [
      await post(mail(`Delivered-To: ${one.address}\r\n`)),
      await post(mail(`Delivered-To: nobody@acme.example\r\nX-Envelope-To: ${one.address}\r\n`)),
    ];
    const kept = (id: number) =>
      test.rows().selectFrom('received_events').select('id').where('inbox_id', '=', id).execute();

    expect(answers).toEqual([204, 204]);
    expect(await kept(one.id)).toHaveLength(2);
    expect(await kept(other.id)).toEqual([]);
  });

  it('keeps a hundred files of a mail, and names others', async () => {
    const from = `many-${randomUUID()}@example.com`;
    const part = (index: number) =>
      `--b\r\nContent-Type: text/csv; name="${index}.csv"\r\nContent-Disposition: attachment\r\n\r\n${index}\r\n`;
    const files = Array.from({ length: 102 }, (_, index) => part(index)).join('');
    const more = 'Content-Type: multipart/mixed; boundary="b"\r\n';
    await post(mailOf(`--b\r\n\r\nLook\r\n${files}--b--`, { from, more }));
    const [message] = await messagesIn(await conversationOf(from), 1);

    expect(message.attachments).toHaveLength(100);
    expect(message.content_attributes.email).toMatchObject({
      number_of_attachments: 102,
      omitted_attachments: ['100.csv', '101.csv'],
    });
  });

  it('refuses a mail that the disk does not take, which its server hands over again', async () => {
    const from = `disk-${randomUUID()}@example.com`;
    const spool = dirname(await newSpoolPath(test.app.config.data_dir));
    await rename(spool, `${spool}-away`);
    await writeFile(spool, '');
    const more = 'Content-Type: text/csv; name="parcels.csv"\r\nContent-Disposition: attachment\r\n';
    const mail = mailOf('1,2', { from, more });
    const refused = await post(mail);
    await rm(spool);
    await rename(`${spool}-away`, spool);
    const taken = await post(mail);
    const [message] = await messagesIn(await conversationOf(from), 1);

    expect([refused, taken]).toEqual([507, 204]);
    expect(message.attachments).toHaveLength(1);
  });

  it('refuses other passwords, mails for no inbox, and what is no mail', async () => {
    const wrong = await post(mailOf('Hello'), { password: 'wrong' });
    const unknown = await post(mailOf('Hello', { to: 'nobody@acme.example' }));
    const empty = await post('');

    expect([wrong, unknown, empty]).toEqual([401, 404, 404]);
  });

  it('takes nothing where no password is set', async () => {
    const { status } = await fetch(`${(await givenApp()).url}/rails/action_mailbox/relay/inbound_emails`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('actionmailbox:').toString('base64')}` },
      body: mailOf('Hello'),
    });

    expect(status).toBe(401);
  });
});
