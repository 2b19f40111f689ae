import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTemplateMessage } from '../../../src/conversations/messages/create-template-message.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { lockConversation } from '../../../src/records/read-conversations.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { PICTURES } from '../../support/files/pictures.ts';
import { handOver, INBOUND, mailOf as handedMail } from '../../support/mail/hand-over.ts';
import { givenMailConversation, givenMailInbox, smtpOf } from '../../support/mail/mail-inbox.ts';
import { received } from '../../support/receiving/received.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { type Arrived, givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
let account: TestAccount;
let inbox: { id: number; address: string };
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    // After three retries, which take 6 s with this, the next one is an hour later.
    'channels.retry_seconds': '0.2',
    'webhooks.allowed_networks': '127.0.0.0/8',
    ...INBOUND,
  });
  account = await givenAccount(test);
  inbox = await givenMailInbox(account, smtpOf(server), 'Acme Support');
});
beforeEach(() => {
  Object.assign(server, { refusal: null, loginRefusal: null, losesAnswers: false });
  server.refusedRecipients.clear();
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** Sends a message of a new conversation, and gives the mail that arrives. */
async function mailOf(body: object, more: object = {}) {
  const conversation = await givenMailConversation(account, inbox, more);
  const { body: message } = await reply(account, conversation, body);
  const [mail] = await server.mailsTo(conversation.email);
  return { mail: mail as Arrived, conversation, message: message as { id: number } };
}

const header = ({ email }: Arrived, name: string) => email.headers.find(({ key }) => key === name)?.value;

describe('a message by e-mail', () => {
  it('is sent from the inbox, as text and as HTML, with a Message-ID that is its source id', async () => {
    const { mail, conversation, message } = await mailOf({ content: 'Your **parcel** is\non its way: <b>soon</b>' });
    const sent = await ended(account, conversation, message.id);

    const id = `conversation/${conversation.uuid}/messages/${message.id}@acme.example`;
    expect(sent).toMatchObject({ status: 'sent', source_id: id });
    expect(mail).toMatchObject({ from: inbox.address, to: [conversation.email] });
    expect(mail.email.messageId).toBe(`<${id}>`);
    expect(mail.email.from).toMatchObject({ address: inbox.address, name: 'Ada Admin from Acme Support' });
    expect(mail.email.replyTo).toMatchObject([{ address: inbox.address }]);
    expect(mail.email.subject).toBe(`[#${conversation.id}] New messages on this conversation`);
    expect(mail.email.text?.trim()).toBe('Your parcel is\non its way: <b>soon</b>');
    expect(mail.email.html).toContain('<p>Your <strong>parcel</strong> is<br>on its way: &lt;b&gt;soon&lt;/b&gt;</p>');
    expect(header(mail, 'auto-submitted')).toBeUndefined();
  });

  it('belongs to the thread of its conversation, and has its subject', async () => {
    const { mail, conversation } = await mailOf(
      { content: 'first' },
      { additional_attributes: { mail_subject: 'Where is my parcel?' } },
    );
    await reply(account, conversation, { content: 'second' });
    const [, second] = await server.mailsTo(conversation.email, 2);

    const root = `<account/${account.id}/conversation/${conversation.uuid}@acme.example>`;
    expect(mail.email).toMatchObject({ subject: 'Where is my parcel?', inReplyTo: root, references: root });
    expect(second!.email).toMatchObject({ subject: 'Re: Where is my parcel?', inReplyTo: root });
  });

  it('goes to further recipients, of which bcc is in no header', async () => {
    const { mail, conversation } = await mailOf({
      content: 'Hello all',
      cc_emails: 'cc-one@example.com,cc-two@example.com',
      bcc_emails: 'hidden@example.com',
    });

    expect(mail.to).toEqual([conversation.email, 'cc-one@example.com', 'cc-two@example.com', 'hidden@example.com']);
    expect(mail.email.cc?.map(({ address }) => address)).toEqual(['cc-one@example.com', 'cc-two@example.com']);
    expect(mail.raw).not.toContain('hidden@example.com');
  });

  it('goes to the sender of the mail that it answers, with the contact in Cc', async () => {
    const place = await givenMailInbox(account, smtpOf(server));
    const [from, colleague] = [`carla-${randomUUID()}@example.com`, `colleague-${randomUUID()}@example.com`];
    const id = `<${randomUUID()}@example.com>`;
    await handOver(
      test,
      handedMail('Hello', { from, to: place.address }).replace(
        /Message-ID: .*/,
        `Message-ID: ${id}\r\nCc: ${colleague}`,
      ),
    );
    await received(account, place, 1);
    await handOver(test, handedMail('I take over', { from: colleague, to: place.address, inReplyTo: id }));
    const [, answered] = await received(account, place, 2);
    const thread = { id: answered!.conversation_id };
    await reply(account, thread, { content: 'To you', content_attributes: { in_reply_to: answered!.id } });
    const [mail] = await server.mailsTo(colleague);
    await reply(account, thread, { content: 'To the contact' });
    const [, other] = await server.mailsTo(from, 2);

    expect(mail!.email.to?.map(({ address }) => address)).toEqual([colleague]);
    expect(mail!.email.cc?.map(({ address }) => address)).toEqual([from]);
    expect(other!.email.to?.map(({ address }) => address)).toEqual([from]);
    expect(other!.email.cc ?? []).toEqual([]);
  });

  it('goes to other recipients instead of the contact where it names them', async () => {
    const conversation = await givenMailConversation(account, inbox);
    const to = `other-${conversation.uuid}@example.com`;
    await reply(account, conversation, { content: 'Forwarded', to_emails: to });
    const [mail] = await server.mailsTo(to);

    expect(mail!.to).toEqual([to]);
  });

  it('has the signature of its author once', async () => {
    const profile = (message_signature: string) =>
      test.request('PUT', '/api/v1/profile', {
        token: account.administrator.token,
        body: { profile: { message_signature } },
      });
    await profile('Ada, *Acme*');
    const { mail } = await mailOf({ content: 'Hello' });
    const { mail: own } = await mailOf({ content: 'Hello\n\n--\n\nAda, *Acme*' });
    await profile('');

    expect(mail.email.text?.trim()).toBe('Hello\n\n-- \nAda, Acme');
    expect(mail.email.html).toContain('<p>Ada, <em>Acme</em></p>');
    expect(own.email.text?.match(/Ada, /g)).toHaveLength(1);
  });

  it('has its files, and shows pictures of the text in it', async () => {
    const upload = new FormData();
    upload.append('attachment', new Blob([PICTURES['image/png']], { type: 'image/png' }), 'our logo.png');
    const { body: uploaded } = await account.call('POST', '/upload', upload);
    const conversation = await givenMailConversation(account, inbox);
    const form = new FormData();
    form.set('content', `The manual ![logo](${uploaded.file_url})`);
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['read me'], { type: 'text/plain' }), 'manual ünïcode.txt');
    await account.call('POST', pathOf(conversation, '/messages'), form);
    const [mail] = await server.mailsTo(conversation.email);

    const [manual, logo] = ['manual ünïcode.txt', 'our logo.png'].map((name) =>
      mail!.email.attachments.find(({ filename }) => filename === name),
    );
    expect(Buffer.from(manual?.content as ArrayBuffer).toString()).toBe('read me');
    expect(Buffer.from(logo?.content as ArrayBuffer)).toEqual(Buffer.from(PICTURES['image/png']));
    expect(mail!.email.html).toContain(`src="cid:${logo?.contentId?.replaceAll(/[<>]/g, '')}"`);
  });

  it('says that a program wrote it when one did', async () => {
    const conversation = await givenMailConversation(account, inbox);
    const row = await test
      .rows()
      .selectFrom('conversations')
      .select('id')
      .where('uuid', '=', conversation.uuid)
      .executeTakeFirstOrThrow();
    await inTransaction(test.app.tx(), async (tx) =>
      createTemplateMessage(tx, await lockConversation(tx, row.id), { content: 'We are closed.' }, new Date()),
    );
    const [mail] = await server.mailsTo(conversation.email);

    expect(header(mail!, 'auto-submitted')).toBe('auto-replied');
    expect(header(mail!, 'x-auto-response-suppress')).toBe('All');
  });
});

describe('a mail that is not taken', () => {
  it('fails with what the server says, for good', async () => {
    const conversation = await givenMailConversation(account, inbox);
    server.refusedRecipients.set(conversation.email, '550 5.1.1 no such user');
    const { body } = await reply(account, conversation, { content: 'Hello?' });
    const failed = await ended(account, conversation, body.id);

    expect(failed).toMatchObject({
      status: 'failed',
      source_id: null,
      content_attributes: { external_error: expect.stringContaining('550 5.1.1 no such user') },
    });
  });

  it('says who did not get it when others did', async () => {
    const conversation = await givenMailConversation(account, inbox);
    server.refusedRecipients.set('gone@example.com', '550 5.1.1 no such user');
    const { body } = await reply(account, conversation, { content: 'Hello?', cc_emails: 'gone@example.com' });
    const failed = await ended(account, conversation, body.id);
    await server.mailsTo(conversation.email);

    expect(failed.content_attributes['external_error']).toMatch(/refused gone@example.com: 550 .*took the mail/);
  });

  it.each([
    ['is busy', { refusal: '451 4.3.0 try again' }],
    ['does not know the login', { loginRefusal: '535 5.7.8 wrong password' }],
  ])('waits while the server %s, and is sent then', async (_, fault) => {
    const conversation = await givenMailConversation(account, inbox);
    Object.assign(server, fault);
    const { body } = await reply(account, conversation, { content: 'Later' });
    const waiting = await eventually(
      async () => (await messagesOf(account, conversation))[0],
      ({ content_attributes: { external_attempts: attempts } }) => attempts >= 1,
    );
    Object.assign(server, { refusal: null, loginRefusal: null });
    const sent = await ended(account, conversation, body.id);

    expect(waiting.content_attributes.external_last_error).toContain(Object.values(fault)[0]);
    expect(sent.status).toBe('sent');
    expect(await server.mailsTo(conversation.email)).toHaveLength(1);
  });

  it('tells the administrators when the login is refused again and again', async () => {
    const conversation = await givenMailConversation(account, inbox);
    server.loginRefusal = '535 5.7.8 wrong password';
    const { body } = await reply(account, conversation, { content: 'Later' });
    const marked = await eventually(
      async () => (await account.call('GET', `/inboxes/${inbox.id}`)).body,
      ({ reauthorization_required: isRequired }) => isRequired === true,
    );
    const [waiting] = await messagesOf(account, conversation);
    const { smtp_error: problem } = marked;
    const saved = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { smtp_password: 'secret' } });

    expect(marked.reauthorization_reason).toContain('535 5.7.8 wrong password');
    expect(waiting).toMatchObject({ id: body.id, status: 'sent', content_attributes: { external_delivery: 'queued' } });
    const mails = test.rows().selectFrom('jobs').select('id').where('kind', '=', 'login_refused');
    expect(await mails.where('account_id', '=', account.id).execute()).toHaveLength(1);
    expect(problem).toContain('535 5.7.8 wrong password');
    expect(saved.body).toMatchObject({ reauthorization_required: false, smtp_error: null });
  });

  it('says with the inbox at once that the password is refused, until it is taken', async () => {
    const place = await givenMailInbox(account, smtpOf(server));
    const smtpError = (isGood: (error: string | null) => boolean) =>
      eventually(
        async () => (await account.call('GET', `/inboxes/${place.id}`)).body.smtp_error as string | null,
        isGood,
      );
    const conversation = await givenMailConversation(account, place);
    server.loginRefusal = '535 5.7.8 wrong password';
    await reply(account, conversation, { content: 'Later' });
    const refused = await smtpError((error) => error !== null);
    server.loginRefusal = null;
    const taken = await smtpError((error) => error === null);

    expect(refused).toContain('535 5.7.8 wrong password');
    expect(taken).toBeNull();
  });

  it('fails with words where the server takes no address with letters outside of ASCII', async () => {
    const conversation = await givenMailConversation(account, inbox);
    server.takesUtf8 = false;
    const { body } = await reply(account, conversation, { content: 'Hello', cc_emails: 'jürgen@example.com' });
    const failed = await ended(account, conversation, body.id);
    server.takesUtf8 = true;
    const again = await reply(account, conversation, { content: 'Again', cc_emails: 'jürgen@example.com' });
    const sent = await ended(account, conversation, again.body.id);

    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.content_attributes['external_error']).toMatch(/no addresses such as jürgen@example.com.*SMTPUTF8/);
    expect(sent.status).toBe('sent');
  });

  it('names the setting where the server does not speak TLS at the port', async () => {
    const place = await givenMailInbox(account, { ...smtpOf(server), smtp_enable_ssl_tls: true });
    const conversation = await givenMailConversation(account, place);
    await reply(account, conversation, { content: 'Hello' });
    const [waiting] = await eventually(
      () => messagesOf(account, conversation),
      ([message]) => message.content_attributes.external_last_error !== undefined,
    );

    expect(waiting.content_attributes.external_last_error).toMatch(/does not speak TLS.*smtp_enable_ssl_tls/);
  });

  it('waits for a server that is not there', async () => {
    const conversation = await givenMailConversation(account, inbox);
    await server.leave();
    const { body } = await reply(account, conversation, { content: 'Later' });
    await eventually(
      async () => (await messagesOf(account, conversation))[0],
      ({ content_attributes: { external_attempts: attempts } }) => attempts >= 1,
    );
    await server.comeBack();
    const sent = await ended(account, conversation, body.id);

    expect(sent.status).toBe('sent');
  });

  it('fails and says that it may have arrived when the answer is lost', async () => {
    const conversation = await givenMailConversation(account, inbox);
    server.losesAnswers = true;
    const { body } = await reply(account, conversation, { content: 'Lost?' });
    await server.mailsTo(conversation.email);
    const failed = await ended(account, conversation, body.id);

    expect(failed.content_attributes['external_error']).toContain('it is not known whether');
    expect(await server.mailsTo(conversation.email)).toHaveLength(1);
  });
});

describe('a mail server at a private address', () => {
  it('is not connected to unless the network is allowed', async () => {
    const strict = await givenApp({ 'channels.retry_seconds': '0', 'webhooks.allowed_networks': '10.0.0.0/8' });
    try {
      const guarded = await givenAccount(strict);
      const settings = smtpOf(server);
      const guardedInbox = await givenMailInbox(guarded, { ...settings, smtp_address: '10.0.0.1' });
      await strict
        .rows()
        .updateTable('channels')
        .set({
          settings: JSON.stringify({ ...settings, email: guardedInbox.address, smtp_address: '127.0.0.1' }) as never,
        })
        .where('address', '=', guardedInbox.address)
        .execute();
      const conversation = await givenMailConversation(guarded, guardedInbox);
      await reply(guarded, conversation, { content: 'Hello' });
      const waiting = await eventually(
        async () => (await messagesOf(guarded, conversation))[0],
        ({ content_attributes: { external_attempts: attempts } }) => attempts >= 1,
      );

      expect(waiting.content_attributes.external_last_error).toContain('not allowed to connect to 127.0.0.1');
    } finally {
      await strict.stop();
    }
  });
});

describe('an inbox without a mail server', () => {
  it('sends through that of the installation, from its address, with replies to the conversation', async () => {
    const other = await givenApp({
      'mail.smtp_url': server.url,
      'mail.from': 'Acme <mail@acme.example>',
      'mail.inbound_domain': 'in.acme.example',
      'channels.retry_seconds': '0',
    });
    try {
      const own = await givenAccount(other);
      const plain = await givenMailInbox(own, {}, 'Sales');
      const conversation = await givenMailConversation(own, plain);
      const { body } = await reply(own, conversation, { content: 'Hello' });
      const sent = await ended(own, conversation, body.id);
      const [mail] = await server.mailsTo(conversation.email);

      expect(sent.source_id).toBe(`conversation/${conversation.uuid}/messages/${body.id}@in.acme.example`);
      expect(mail!.from).toBe('mail@acme.example');
      expect(mail!.email.from).toMatchObject({ address: 'mail@acme.example', name: 'Ada Admin from Sales' });
      expect(mail!.email.replyTo).toMatchObject([{ address: `reply+${conversation.uuid}@in.acme.example` }]);
    } finally {
      await other.stop();
    }
  });
});
