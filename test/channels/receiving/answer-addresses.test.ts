import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenMailConversation, givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { messagesIn } from '../../support/receiving/received.ts';

const PASSWORD = 'from-the-mail-server';
const DOMAIN = 'answers.acme.example';

let test: TestApp;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  test = await givenApp({
    'mail.inbound_password': PASSWORD,
    'mail.inbound_domain': DOMAIN,
    'mail.from': `Acme <Hello@${DOMAIN}>`,
  });
  [account, other] = [await givenAccount(test), await givenAccount(test)];
});
afterAll(() => test.stop());

/** Hands over a mail to this address, as a mail server does. */
async function post(to: string): Promise<number> {
  const head = `From: Carla <carla-${randomUUID()}@example.com>\r\nTo: ${to}\r\nMessage-ID: <${randomUUID()}@example.com>`;
  const { status } = await fetch(`${test.url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`actionmailbox:${PASSWORD}`).toString('base64')}`,
    },
    body: `${head}\r\n\r\nMy secret answer\r\n`,
  });
  return status;
}

/** Gives the inbox an address that it could have before answers went to that domain. */
async function giveAddress(inbox: { id: number }, address: string): Promise<void> {
  const channels = test.rows().updateTable('channels').set({ address });
  const { channel_id: id } = await test
    .rows()
    .selectFrom('inboxes')
    .select('channel_id')
    .where('id', '=', inbox.id)
    .executeTakeFirstOrThrow();
  await channels.where('id', '=', id).execute();
}

const eventsOf = ({ id }: { id: number }) =>
  test.rows().selectFrom('received_events').select('id').where('inbox_id', '=', id).execute();

describe('an answer to a conversation', () => {
  it('is for its inbox only, also where one of another account has an address like it', async () => {
    const inbox = await givenMailInbox(account);
    const conversation = await givenMailConversation(account, inbox);
    const foreign = await givenMailInbox(other);
    await giveAddress(foreign, `reply@${DOMAIN}`);

    const status = await post(`reply+${conversation.uuid}@${DOMAIN}`);
    const unknown = await post(`reply+${randomUUID()}@${DOMAIN}`);
    const cut = await post(`reply+${conversation.uuid.slice(0, -2)}@${DOMAIN}`);
    const messages = await eventually(
      () => messagesIn(account, inbox),
      ({ length }) => length > 0,
    );

    expect([status, unknown, cut]).toEqual([204, 404, 404]);
    expect(messages.map(({ content }) => content)).toEqual(['My secret answer']);
    expect(await eventsOf(foreign)).toEqual([]);
  });
});

describe('the address of an inbox', () => {
  it.each([`reply@${DOMAIN}`, `Reply+orders@${DOMAIN.toUpperCase()}`])('is not %s', async (email) => {
    const inbox = await givenMailInbox(account);

    const made = await account.call('POST', '/inboxes', { name: 'Spy', channel: { type: 'email', email } });
    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { email } });

    expect([made.status, changed.status]).toEqual([422, 422]);
    expect(changed.text).toContain('answers to conversations go to such addresses');
  });

  it.each([`postmaster@${DOMAIN}`, `Admin@${DOMAIN}`])('is not %s, where the operator is reached', async (email) => {
    const inbox = await givenMailInbox(account);

    const made = await account.call('POST', '/inboxes', { name: 'Spy', channel: { type: 'email', email } });
    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { email } });

    expect([made.status, changed.status]).toEqual([422, 422]);
    expect(changed.text).toContain('for the operator of');
    expect(await givenMailInbox(account, { email: `admin@${randomUUID()}.example` })).toBeDefined();
  });

  it('is that of the mails of the installation only where its account is alone, or has it already', async () => {
    const alone = await givenApp({ 'mail.inbound_domain': DOMAIN, 'mail.from': `hello@${DOMAIN}` });
    const first = await givenAccount(alone);
    const inbox = await givenMailInbox(first, { email: `hello@${DOMAIN}` });
    const second = await givenAccount(alone);
    const channel = { type: 'email', email: `Hello@${DOMAIN}` };

    const kept = await first.call('PATCH', `/inboxes/${inbox.id}`, {
      name: 'Us',
      channel: { email: `hello@${DOMAIN}` },
    });
    const made = await second.call('POST', '/inboxes', { name: 'Spy', channel });
    const free = await account.call('POST', '/inboxes', { name: 'Spy', channel });
    const changed = await account.call('PATCH', `/inboxes/${(await givenMailInbox(account)).id}`, { channel });
    await alone.stop();

    expect([kept.status, made.status, free.status, changed.status]).toEqual([200, 422, 422, 422]);
    expect(free.text).toContain('its operator can set another mail.from');
  });

  it('may begin with it in another domain', async () => {
    const made = await givenMailInbox(account, { email: `reply@${randomUUID()}.example` });

    expect(made.id).toBeGreaterThan(0);
  });
});
