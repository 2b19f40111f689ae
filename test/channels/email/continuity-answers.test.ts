import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenBot, type TestAccount } from '../../support/factories.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenLeft, type Left, nothingLeft, passTime } from '../../support/mail/followed.ts';
import { givenVisitor } from '../../support/public/website.ts';
import { conversationsIn, received } from '../../support/receiving/received.ts';
import { type Arrived, givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ ...INBOUND, 'mail.smtp_url': server.url, 'mail.inbound_domain': 'in.acme.example' });
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** A contact who has left, with the mail that they got, and the address for answers to it. */
async function givenMailed(content = 'It is there tomorrow'): Promise<Left & { mail: Arrived; to: string }> {
  const left = await givenLeft(test, account);
  await reply(account, left.conversation, { content });
  await passTime(test, account);
  const [mail] = await server.mailsTo(left.email);
  await nothingLeft(test, account);
  return { ...left, mail: mail!, to: mail!.email.replyTo![0]!.address! };
}

describe('an answer to a mail that followed a contact', () => {
  it('joins the conversation as the message of its contact, and is answered in its thread', async () => {
    const { conversation, email, to, mail, website } = await givenMailed();
    const status = await handOver(test, mailOf('Thank you!', { from: email, to, inReplyTo: mail.email.messageId }));
    const messages = await received(account, website, 3);
    await reply(account, conversation, { content: 'You are welcome' });
    await passTime(test, account);
    const [, second] = await server.mailsTo(email, 2);

    expect(status).toBe(204);
    expect(messages[2]).toMatchObject({
      content: 'Thank you!',
      message_type: 0,
      content_type: 'incoming_email',
      sender: { name: 'Carla', email },
    });
    expect(second!.email.inReplyTo).toBe(`<${messages[2]!.source_id}>`);
    expect(second!.email.references).toContain(mail.email.messageId);
    expect(second!.email.text?.trim()).toBe('You are welcome');
  });

  it('proves the address, which gets links only then, in mails and in the transcript', async () => {
    const left = await givenLeft(test, account);
    const { conversation, email, website, visitor } = left;
    const write = (content: string) => website.call('POST', '/messages', { message: { content } }, visitor);
    const transcript = () => website.call('POST', '/conversations/transcript', undefined, visitor);
    await write('Look at https://spam.example/x and spam.example');
    await reply(account, conversation, { content: 'See https://acme.example/help' });
    await passTime(test, account);
    const [followed] = await server.mailsTo(email);
    await transcript();
    const [, listed] = await server.mailsTo(email, 2);
    const to = followed!.email.replyTo![0]!.address!;
    await handOver(test, mailOf('I am away', { from: email, to, more: 'Auto-Submitted: auto-replied\r\n' }));
    await received(account, website, 4);
    await transcript();
    const [, , away] = await server.mailsTo(email, 3);

    await handOver(test, mailOf('Thank you!', { from: email, to }));
    await received(account, website, 5);
    await transcript();
    const [, , , proved] = await server.mailsTo(email, 4);

    for (const { email: mail } of [followed!, listed!, away!]) {
      expect(mail.text).toContain('Look at [link] and [link]');
      expect(mail.text).toContain('https://acme.example/help');
      expect(`${mail.text}${mail.html}`).not.toContain('spam.example');
    }
    expect(proved!.email.text).toContain('Look at https://spam.example/x and spam.example');
  });

  it.each([
    String.raw`Look at spam\.example/x`,
    String.raw`Look at spam\\\.example/x`,
    String.raw`Look at https:/\/spam.example/x`,
    'Look at spam**.**example/x',
    'Look at .spam.example/x and @spam.example/x',
    String.raw`Look [here](https:/\/spam.example/x)`,
  ])('shows none of the links that only Markdown makes in mails before: %s', async (content) => {
    const { conversation, email, website, visitor } = await givenLeft(test, account);
    await website.call('POST', '/messages', { message: { content } }, visitor);
    await reply(account, conversation, { content: 'See you' });
    await passTime(test, account);

    const [mail] = await server.mailsTo(email);

    expect(`${mail!.email.text}${mail!.email.html}`).not.toMatch(/spam\.example|https?:/);
  });

  it.each([
    ['the address of former mails', (uuid: string) => `reply+${uuid}@in.acme.example`],
    ['a guessed key', (uuid: string) => `reply+${uuid}.${'0'.repeat(20)}@in.acme.example`],
  ])('joins by %s, but proves nothing', async (_, addressOf) => {
    const { conversation, email, website, visitor } = await givenMailed();
    await website.call('POST', '/messages', { message: { content: 'Look at https://spam.example/x' } }, visitor);
    const { body } = await account.call('GET', `/conversations/${conversation.id}`);
    await handOver(test, mailOf('It is me', { from: email, to: addressOf(body.uuid) }));
    const messages = await received(account, website, 4);

    await website.call('POST', '/conversations/transcript', undefined, visitor);

    const [, transcript] = await server.mailsTo(email, 2);
    expect(messages[3]).toMatchObject({ content: 'It is me', sender: { email } });
    expect(transcript!.email.text).toContain('Look at [link]');
  });

  it('proves only the address that the mail was sent to', async () => {
    const { email, to, website, visitor } = await givenMailed();
    await website.call('POST', '/messages', { message: { content: 'Look at https://spam.example/x' } }, visitor);
    const other = `other-${randomUUID()}@example.com`;
    await website.call('PATCH', '/contact', { email: other }, visitor);
    await handOver(test, mailOf('It is me', { from: other, to }));
    await received(account, website, 4);

    await website.call('POST', '/conversations/transcript', undefined, visitor);

    const [transcript] = await server.mailsTo(other);
    expect(transcript!.email.text).toContain('Look at [link]');
    expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('proves the address for nobody else who says to have it', async () => {
    const first = await givenMailed();
    await handOver(test, mailOf('Thank you!', { from: first.email, to: first.to }));
    await received(account, first.website, 3);
    const { website } = first;
    const visitor = await givenVisitor(website, 'Look at https://spam.example/x');
    await website.call('PATCH', '/contact', { email: first.email }, visitor);
    await reply(account, { id: visitor.message.conversation_id }, { content: 'Hi' });

    await website.call('POST', '/conversations/transcript', undefined, visitor);

    const [, transcript] = await server.mailsTo(first.email, 2);
    expect(transcript!.email.text).toContain('Look at [link]');
  });

  it('begins a conversation of its own where somebody else writes it', async () => {
    const { conversation, to, mail, website } = await givenMailed();
    const other = `other-${randomUUID()}@example.com`;
    await handOver(test, mailOf('Send it to me', { from: other, to, inReplyTo: mail.email.messageId }));
    const all = await received(account, website, 3);
    const own = (await messagesOf(account, conversation)) as { content: string }[];
    const [, second] = await conversationsIn(account, website);

    expect(own.map(({ content }) => content)).toEqual(['Where is my parcel?', 'It is there tomorrow']);
    expect(all[2]).toMatchObject({ content: 'Send it to me', sender: { email: other } });
    expect(second!.meta.sender).toMatchObject({ email: other });
    const { rows } = test;
    const { source_id: id } = await rows()
      .selectFrom('contact_inboxes as ci')
      .innerJoin('contacts as p', 'p.id', 'ci.contact_id')
      .select('ci.source_id')
      .where('p.email', '=', other)
      .executeTakeFirstOrThrow();
    expect(id).not.toContain('@');
  });

  it('begins a conversation of its own for what a program of somebody else answers, too', async () => {
    const { conversation, to, mail, website } = await givenMailed();
    const other = `other-${randomUUID()}@example.com`;
    const more = 'Auto-Submitted: auto-replied\r\n';
    await handOver(test, mailOf('I am away', { from: other, to, inReplyTo: mail.email.messageId, more }));
    const all = await received(account, website, 3);
    const own = (await messagesOf(account, conversation)) as { content: string }[];

    expect(all[2]).toMatchObject({ content: 'I am away', sender: { email: other } });
    expect(own.map(({ content }) => content)).toEqual(['Where is my parcel?', 'It is there tomorrow']);
  });

  it('says with the message that a mail did not arrive', async () => {
    const { conversation, to, mail } = await givenMailed();
    const report = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n';
    const status =
      'Final-Recipient: rfc822; x@example.com\r\nAction: failed\r\nDiagnostic-Code: smtp; 550 5.1.1 nobody';
    const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
    const original = part('message/rfc822', `Message-ID: ${mail.email.messageId}\r\nSubject: x\r\n\r\nHello`);
    const parts = `${part('message/delivery-status', status)}${original}--b--`;
    await handOver(test, mailOf(parts, { from: 'mailer-daemon@mx.example.com', to, more: report }));
    const [, message] = await eventually(
      () => messagesOf(account, conversation),
      ([, { content_attributes: attributes }]) => attributes.email_continuity.status === 'failed',
    );

    expect(message.status).not.toBe('failed');
    expect(message.content_attributes.email_continuity.error).toContain('550 5.1.1 nobody');
  });
});

describe('a program', () => {
  it('that answers mails is not mailed what programs write', async () => {
    const left = await givenMailed();
    const bot = await givenBot(test, account, left.website.id);
    const robot = 'Auto-Submitted: auto-replied\r\n';
    await handOver(test, mailOf('I am away', { from: left.email, to: left.to, more: robot }));
    await received(account, left.website, 3);
    await reply(account, left.conversation, { content: 'Beep' }, bot.token);
    await passTime(test, account);
    await nothingLeft(test, account);
    const before = await server.mailsTo(left.email);
    await reply(account, left.conversation, { content: 'A person again' });
    await passTime(test, account);
    const [, after] = await server.mailsTo(left.email, 2);

    expect(before).toHaveLength(1);
    expect(after!.email.text).toContain('A person again');
  });

  it('that answers from another address is not mailed for ever', async () => {
    const left = await givenMailed();
    const greeting = { greeting_enabled: true, greeting_message: 'Hello!' };
    await account.call('PATCH', `/inboxes/${left.website.id}`, greeting);
    const robot = `robot-${randomUUID()}@example.com`;
    for (let answer = 1; answer <= 5; answer += 1) {
      await handOver(test, mailOf('Beep', { from: robot, to: left.to }));
      await eventually(
        () => conversationsIn(account, left.website),
        ({ length }) => length === 1 + answer,
      );
      await passTime(test, account);
      await nothingLeft(test, account);
    }

    expect(await server.mailsTo(robot)).toHaveLength(3);
  });

  it('is mailed for at most three times in an hour', async () => {
    const left = await givenLeft(test, account);
    const bot = await givenBot(test, account, left.website.id);
    for (let mail = 0; mail < 5; mail += 1) {
      await reply(account, left.conversation, { content: `Beep ${mail}` }, bot.token);
      await passTime(test, account);
      await nothingLeft(test, account);
    }
    const mails = await server.mailsTo(left.email);

    expect(mails.map(({ email: { headers } }) => headers.find(({ key }) => key === 'auto-submitted')?.value)).toEqual([
      'auto-generated',
      'auto-generated',
      'auto-generated',
    ]);
  });
});
