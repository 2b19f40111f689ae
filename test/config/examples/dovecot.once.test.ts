import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { mailOf } from '../../support/mail/hand-over.ts';
import { handOverByLmtp } from '../../support/mail/lmtp-client.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { type Dovecot, givenDovecot, hasDovecot } from '../../support/neighbours/dovecot.ts';
import { onlyIf } from '../../support/only.ts';
import { received } from '../../support/receiving/received.ts';

const ADDRESSES = ['support@acme.example', 'sales@acme.example'] as const;

onlyIf(hasDovecot, describe)('a Dovecot with the lines of config/examples', () => {
  let test: TestApp;
  let account: TestAccount;
  let dovecot: Dovecot;
  beforeAll(async () => {
    test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'channels.poll_seconds': '1' });
    account = await givenAccount(test);
    dovecot = await givenDovecot(ADDRESSES);
  });
  afterAll(async () => {
    await dovecot?.stop();
    await test?.stop();
  });

  const deliver = (to: string, text: string) =>
    handOverByLmtp(dovecot.lmtp, [to], mailOf(text, { from: `carla-${randomUUID()}@example.com`, to }));

  it('has mailboxes whose mails become messages: those that are there, and new ones as they come', async () => {
    const [support, sales] = ADDRESSES;
    await deliver(support, 'Here before');
    const inbox = await givenMailInbox(account, dovecot.channelOf(support));
    const other = await givenMailInbox(account, dovecot.channelOf(sales));
    await received(account, inbox, 1);

    await deliver(support, 'Grüße, as they come');
    await deliver(sales, 'To the other one');
    const messages = await received(account, inbox, 2);
    const [toOther] = await received(account, other, 1);

    expect(messages.map(({ content }) => content)).toEqual(['Here before', 'Grüße, as they come']);
    expect(toOther).toMatchObject({ content: 'To the other one', content_type: 'incoming_email' });
  });

  it('refuses another password, which the inbox then says', async () => {
    const channel = { ...dovecot.channelOf(ADDRESSES[0]), imap_password: 'another' };
    const { id } = await givenMailInbox(account, channel);

    const error = await eventually(
      async () => (await account.call('GET', `/inboxes/${id}`)).body.imap_error,
      (found) => found !== null,
    );

    expect(error).toContain('Authentication failed');
  });
});
