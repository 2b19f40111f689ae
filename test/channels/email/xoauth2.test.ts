import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenMailConversation, givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { connect } from '../../support/providers/connect.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { received } from '../../support/receiving/received.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let test: TestApp;
let oauth: OauthServer;
let smtp: MailServer;
let own: MailServer;
let imap: ImapServer;
let account: TestAccount;
beforeAll(async () => {
  [oauth, smtp, own] = await Promise.all([givenOauthServer(), givenMailServer(), givenMailServer()]);
  test = await givenApp({
    ...oauth.settings,
    'mail.smtp_url': own.url,
    'channels.poll_seconds': '1',
    'channels.retry_seconds': '1',
    'webhooks.allowed_networks': '127.0.0.0/8',
  });
  oauth.register(test.app.installation.publicUrl);
});
beforeEach(async () => {
  Object.assign(oauth, { refuses: null });
  Object.assign(smtp, { token: null, loginRefusal: null });
  imap = await givenImapServer();
  account = await givenAccount(test);
});
afterEach(() => imap.stop());
afterAll(async () => {
  await test.stop();
  await Promise.all([oauth, smtp, own].map((server) => server.stop()));
});

/** The newest token of the mailbox. */
const newest = () => oauth.issued.findLast(({ person }) => person.email === imap.login)?.access ?? null;
/** Has the servers let the newest token in, from the one after `token` on. */
const letInAfter = (token: string | null) => {
  const current = newest();
  imap.token = current === token ? 'another' : current;
  smtp.token = imap.token;
};

type Connected = { id: number; channelId: number };

/** A mailbox at Google, whose servers are here; they let in what is newest, unless `isEnded`. */
async function givenMailbox({ isEnded = false } = {}): Promise<Connected> {
  await connect(test, oauth, account, 'google', { email: imap.login });
  const [inbox] = (await account.call('GET', '/inboxes')).body.payload;
  const first = newest();
  letInAfter(isEnded ? first : null);
  imap.fault = () => {
    letInAfter(isEnded ? first : null);
    return null;
  };
  if (isEnded) await makeOld(inbox.channel_id);
  const { port } = new URL(smtp.url);
  const servers = {
    imap_address: '127.0.0.1',
    imap_port: imap.port,
    imap_enable_ssl: false,
    smtp_address: '127.0.0.1',
    smtp_port: Number(port),
  };
  await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: servers });
  return { id: inbox.id, channelId: inbox.channel_id };
}

/** As if the tokens had been given some time ago: those that are new are not refreshed again at once. */
function makeOld(channelId: number) {
  return test
    .rows()
    .updateTable('authorizations')
    .set({ updated_at: new Date(0) })
    .where('channel_id', '=', channelId)
    .execute();
}

function mailboxOf({ channelId }: Connected) {
  return test.rows().selectFrom('mailboxes').selectAll().where('channel_id', '=', channelId).executeTakeFirst();
}

/** As if the server had refused the login nine times. */
async function refusedBefore({ channelId }: Connected): Promise<void> {
  await eventually(
    () => test.rows().selectFrom('mailboxes').selectAll().where('channel_id', '=', channelId).executeTakeFirst(),
    (row) => Number(row?.refusals) >= 1 && row?.leased_by === null,
  );
  const mailbox = test
    .rows()
    .updateTable('mailboxes')
    .set({ refusals: 9, due_at: new Date(0) });
  await mailbox.where('channel_id', '=', channelId).where('leased_by', 'is', null).execute();
}

const mailFrom = (text: string) =>
  `From: carla-${randomUUID()}@example.com\r\nMessage-ID: <${randomUUID()}@example.com>\r\nSubject: Help\r\n\r\n${text}\r\n`;
const inboxOf = async ({ id }: { id: number }) => (await account.call('GET', `/inboxes/${id}`)).body;
const isLost = (inbox: { id: number }, wanted: boolean) =>
  eventually(
    () => inboxOf(inbox),
    ({ reauthorization_required: isRequired }) => isRequired === wanted,
  );
/** The mail that the administrator of the account gets. */
const told = async () => (await own.mailsTo(account.administrator.email))[0]!.email;

describe('a mailbox at Google or Microsoft', () => {
  it('is read with its access token', async () => {
    imap.deliver(mailFrom('Let in?'));
    const inbox = await givenMailbox();

    const [message] = await received(account, inbox, 1);

    expect(message?.content).toBe('Let in?');
    expect(imap.asked.some((asked) => asked.includes('AUTHENTICATE XOAUTH2'))).toBe(true);
    expect(imap.asked.filter((asked) => asked.includes('LOGIN'))).toEqual([]);
  });

  it('is read with another token when its server refuses the one that should be good', async () => {
    imap.deliver(mailFrom('Refreshed'));
    const inbox = await givenMailbox({ isEnded: true });

    const [message] = await received(account, inbox, 1);

    expect(message?.content).toBe('Refreshed');
    expect((await inboxOf(inbox)).reauthorization_required).toBe(false);
  });

  it('keeps its authorization, with which mails are sent, where a password for reading is refused', async () => {
    const inbox = await givenMailbox();
    imap.fault = (command) => (command === 'LOGIN' || command.startsWith('AUTHENTICATE') ? 'no' : null);
    await account.call('PATCH', `/inboxes/${inbox.id}`, {
      channel: { imap_authentication: 'plain', imap_password: 'wrong' },
    });
    await refusedBefore(inbox);

    await isLost(inbox, true);

    const authorization = test.rows().selectFrom('authorizations').select(['problem', 'ended_at']);
    expect(await authorization.where('channel_id', '=', inbox.channelId).execute()).toEqual([
      { problem: null, ended_at: null },
    ]);
  });

  it('waits for an administrator when the provider gives no more tokens, and is read on when it is connected again', async () => {
    oauth.refuses = null;
    imap.deliver(mailFrom('Before'));
    const inbox = await givenMailbox();
    await received(account, inbox, 1);
    await makeOld(inbox.channelId);
    imap.fault = () => null;
    imap.token = 'another';
    oauth.refuses = { status: 400, body: { error: 'invalid_grant', error_description: 'Token has been revoked.' } };
    imap.cut();
    await isLost(inbox, true);
    const mail = await told();
    const row = await eventually(
      () => mailboxOf(inbox),
      (found) => found?.due_at === null,
    );
    imap.deliver(mailFrom('Meanwhile'));
    oauth.refuses = null;
    await connect(test, oauth, account, 'google', { email: imap.login });
    imap.token = newest();
    const messages = await received(account, inbox, 2);

    expect(mail.text).toContain('Token has been revoked.');
    expect(row?.leased_by).toBeNull();
    expect(messages.map(({ content }) => content).toSorted()).toEqual(['Before', 'Meanwhile']);
    await isLost(inbox, false);
  });

  it('waits for an administrator when its server refuses all tokens', async () => {
    const inbox = await givenMailbox();
    imap.fault = () => null;
    imap.token = 'none of them';
    imap.cut();
    await refusedBefore(inbox);
    await isLost(inbox, true);

    expect((await told()).text).toContain('SASL authentication failed');
    expect((await mailboxOf(inbox))?.due_at).toBeNull();
  });

  it('sends with its access token', async () => {
    const inbox = await givenMailbox();
    const conversation = await givenMailConversation(account, inbox);

    const { body } = await reply(account, conversation, { content: 'Signed in' });
    const message = await ended(account, conversation, body.id);
    const [mail] = await smtp.mailsTo(conversation.email);

    expect(message.status).toBe('sent');
    expect(mail?.email.from?.address).toBe(imap.login);
  });

  it('sends with another token when its server refuses the one that should be good', async () => {
    const inbox = await givenMailbox({ isEnded: true });
    imap.fault = () => 'cut';
    const first = newest();
    smtp.token = null;
    const conversation = await givenMailConversation(account, inbox);
    const watching = setInterval(() => (smtp.token = newest() === first ? null : newest()), 5);

    const { body } = await reply(account, conversation, { content: 'Refreshed' });
    const message = await ended(account, conversation, body.id);
    clearInterval(watching);

    expect(message.status).toBe('sent');
  });

  it('keeps messages while the provider gives no token', async () => {
    const inbox = await givenMailbox();
    imap.fault = () => 'cut';
    await makeOld(inbox.channelId);
    smtp.loginRefusal = '535 5.7.3 Authentication unsuccessful';
    oauth.refuses = { status: 400, body: { error: 'invalid_grant', error_description: 'Consent is missing.' } };
    const conversation = await givenMailConversation(account, inbox);

    const { body } = await reply(account, conversation, { content: 'Still there?' });
    const tried = await eventually(
      async () => (await messagesOf(account, conversation)).find(({ id }: { id: number }) => id === body.id),
      (message) => String(message?.content_attributes['external_last_error']).includes('Consent is missing.'),
    );
    smtp.loginRefusal = null;
    oauth.refuses = null;
    await connect(test, oauth, account, 'google', { email: imap.login });
    smtp.token = newest();
    const sent = await ended(account, conversation, body.id);

    expect(tried?.content_attributes).toMatchObject({ external_delivery: 'queued' });
    expect(sent.status).toBe('sent');
  });
});

describe('a mailbox whose password is refused', () => {
  it('waits after ten times for an administrator, who is told, and is read with another password', async () => {
    imap.deliver(mailFrom('With the new one'));
    const plain = await givenMailInbox(account, { ...imap.channel(), imap_password: 'wrong' });
    const { channel_id: channelId } = await inboxOf(plain);
    const inbox = { id: plain.id, channelId };
    await refusedBefore(inbox);
    await isLost(inbox, true);
    const mail = await told();
    const row = await mailboxOf(inbox);
    const attempts = imap.asked.length;
    await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Another name' });
    const before = imap.asked.length;
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { imap_password: imap.password } });
    const [message] = await received(account, inbox, 1);

    expect(mail.subject).toContain('The login of the inbox Support of Acme is refused');
    expect(mail.text).toContain('Login failed: authentication failure');
    expect(mail.text).toContain(`/inboxes/${inbox.id}`);
    expect(row?.due_at).toBeNull();
    expect(before).toBe(attempts);
    expect(message?.content).toBe('With the new one');
    await isLost(inbox, false);
  });
});
