import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenMailInbox, smtpOf } from '../../support/mail/mail-inbox.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'from-the-mail-server';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    'mail.smtp_url': server.url,
    'mail.inbound_password': PASSWORD,
    'mail.inbound_domain': 'in.acme.example',
    'webhooks.allowed_networks': '127.0.0.0/8',
  });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

const handOver = (raw: string) =>
  fetch(`${test.url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`actionmailbox:${PASSWORD}`).toString('base64')}`,
    },
    body: raw,
  });

const mailOf = (id: string, to: string) =>
  `From: Carla <carla-${randomUUID()}@example.com>\r\nTo: ${to}\r\nSubject: Help\r\nMessage-ID: <${id}@x.example>\r\n\r\nHello\r\n`;

describe('a user whose address is that of an inbox', () => {
  it('is told of conversations, and not of the mails that tell of them', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account, smtpOf(server));
    const flags = { push_flags: JSON.stringify(['conversation_creation']) as never };
    await test.rows().updateTable('account_users').set(flags).where('account_id', '=', account.id).execute();

    await account.join(inbox.id, account.administrator);

    await handOver(mailOf(randomUUID(), inbox.address));
    await handOver(mailOf('job-12-1795949922121', inbox.address));
    const { body } = await eventually(
      () => account.call('GET', `/conversations?status=all&inbox_id=${inbox.id}`),
      ({ body }) => body.data.payload.length === 2,
    );

    const told = await test
      .rows()
      .selectFrom('notifications')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect([body.data.payload.length, told.length]).toEqual([2, 1]);
  });

  it('has mails with a link to choose a password, whose secret nobody in the inbox sees', async () => {
    const account = await givenAccount(test);
    const inbox = await givenMailInbox(account, smtpOf(server));
    const { id } = account.administrator;
    await test.rows().updateTable('users').set({ email: inbox.address }).where('id', '=', id).execute();

    await test.request('POST', '/auth/password', { token: null, body: { email: inbox.address } });
    const [mail] = await server.mailsTo(inbox.address);
    const [, token = 'none'] = /reset_password_token=(\S+)/.exec(mail!.email.text ?? '') ?? [];
    const { status } = await handOver(mail!.raw);
    const list = await eventually(
      () => account.call('GET', `/conversations?status=all&inbox_id=${inbox.id}`),
      ({ body }) => body.data.payload.length > 0,
    );
    const [conversation] = list.body.data.payload;
    const messages = await account.call('GET', `/conversations/${conversation.id}/messages`);
    const events = await account.call('GET', '/events?limit=100');

    expect([status, token.length > 100]).toEqual([204, true]);
    expect(messages.text).toContain('reset_password_token=********');
    for (const { text } of [list, messages, events]) expect(text).not.toContain(token.slice(0, 40));
  });
});
