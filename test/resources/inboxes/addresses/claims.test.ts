import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../../support/factories.ts';
import { givenLine, LINE_TOKEN } from '../../../support/providers/line.ts';
import { BOT_TOKEN, givenTelegram } from '../../../support/providers/telegram.ts';
import { givenTwilio, TWILIO } from '../../../support/providers/twilio.ts';
import { CLOUD, givenCloudApi } from '../../../support/providers/whatsapp.ts';
import { givenMailServer, type MailServer } from '../../../support/servers/smtp.ts';

let test: TestApp;
let mails: MailServer;
let line: Awaited<ReturnType<typeof givenLine>>;
let telegram: Awaited<ReturnType<typeof givenTelegram>>;
let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let cloud: Awaited<ReturnType<typeof givenCloudApi>>;
let time = new Date('2026-11-29T12:00:00Z');
beforeAll(async () => {
  [mails, line, telegram] = [await givenMailServer(), await givenLine(), await givenTelegram()];
  [twilio, cloud] = [await givenTwilio(), await givenCloudApi()];
  test = await givenApp(
    {
      'mail.smtp_url': mails.url,
      'mail.inbound_password': 'inbound',
      'channels.line_url': line.url,
      'channels.telegram_url': telegram.url,
      'channels.twilio_url': twilio.url,
      'channels.twilio_messaging_url': twilio.url,
      'channels.whatsapp_url': cloud.url,
    },
    { now: () => time },
  );
});
afterAll(async () => {
  await test.stop();
  for (const server of [mails, line, telegram, twilio, cloud]) await server.stop();
});

let last = 0;
const newNumber = () => `+1555${String((last += 1)).padStart(7, '0')}`;
const newEmail = () => `support-${randomUUID()}@example.com`;

const find = async (account: TestAccount, { id }: { id: number }) => (await account.call('GET', `/inboxes/${id}`)).body;
const verify = (account: TestAccount, { id }: { id: number }, code?: string) =>
  account.call('POST', `/inboxes/${id}/verify_address`, code === undefined ? {} : { code });

/** Two accounts with an inbox each that shall have the same address. */
async function givenTwo(ofFirst: object, ofSecond: object) {
  const [first, second] = [await givenAccount(test), await givenAccount(test)];
  const holder = await givenInbox(first, ofFirst as never);
  const claimant = await givenInbox(second, ofSecond as never);
  return { first, second, holder, claimant };
}

async function givenTwoMailboxes() {
  const email = newEmail();
  return { email, ...(await givenTwo({ type: 'email', email }, { type: 'email', email })) };
}

/** The code that was mailed last for the inbox. */
async function codeFor(account: TestAccount, { id, email }: { id: number; email: string }, count = 1) {
  const { status } = await account.call('POST', `/inboxes/${id}/request_address_code`);
  if (status !== 200) throw new Error(`no code: ${status}`);
  const received = await mails.mailsTo(email, count);
  const [, code = ''] = /^([\da-f]{12}) is the code for/.exec(received.at(-1)!.email.subject!) ?? [];
  return code;
}

/** Hands a mail for the address over as a mail server does. */
const receive = (to: string) =>
  fetch(`${test.url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from('actionmailbox:inbound').toString('base64')}`,
      'x-envelope-to': to,
    },
    body: `From: a@example.org\r\nTo: ${to}\r\nMessage-ID: <${randomUUID()}@example.org>\r\n\r\nHello`,
  });

/** How many mails are kept for the inbox. */
async function receivedIn({ id }: { id: number }): Promise<number> {
  const rows = await test.rows().selectFrom('received_events').select('id').where('inbox_id', '=', id).execute();
  return rows.length;
}

describe('an e-mail address that an inbox of another account has', () => {
  it('stays there, and the inbox waits for a proof and sends nothing', async () => {
    const { first, holder, second, claimant, email } = await givenTwoMailboxes();

    expect(await find(first, holder)).toMatchObject({ email, address_status: 'active' });
    expect(await find(second, claimant)).toMatchObject({ email, address_status: 'pending' });

    const contact = await second.call('POST', '/contacts', { name: 'C', email: newEmail() });
    const { body: conversation } = await second.call('POST', '/conversations', {
      inbox_id: claimant.id,
      contact_id: contact.body.payload.contact.id,
    });
    const { body: message } = await second.call('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Hello',
      message_type: 'outgoing',
    });
    expect(message.status).toBe('failed');
    expect(message.content_attributes.external_error).toContain(`another account has ${email}`);
  });

  it('is given for the code that is mailed there; the former inbox waits, and its administrators are mailed', async () => {
    const { first, holder, second, claimant, email } = await givenTwoMailboxes();

    const code = await codeFor(second, { ...claimant, email });
    const { status, body } = await verify(second, claimant, ` ${code.toUpperCase()} `);

    expect([status, body.address_status]).toEqual([200, 'active']);
    expect((await find(first, holder)).address_status).toBe('pending');
    const [mail] = await mails.mailsTo(first.administrator.email);
    expect(mail!.email.subject).toBe(`${email} belongs to another account now`);
    expect(mail!.email.text).toContain(`the inbox ${holder.name}`);
    const [lost] = (await first.call('GET', '/audit_logs?auditable_type=Channel')).body.audit_logs;
    expect(lost).toMatchObject({ user_id: null, username: null, remote_address: null });
    expect(lost.audited_changes).toMatchObject({ address: [email, null], claimed_address: [null, email] });
  });

  it('is not given without the code, for that of another inbox, or after two days', async () => {
    const { holder, first, second, claimant, email } = await givenTwoMailboxes();
    const code = await codeFor(second, { ...claimant, email });
    const ofOther = await codeFor(first, { ...holder, email }, 2);

    const answers = [await verify(second, claimant), await verify(second, claimant, ofOther)];
    const before = time;
    time = new Date(time.getTime() + 2 * 24 * 3600 * 1000);
    answers.push(await verify(second, claimant, code));
    time = before;

    expect(answers.map(({ status, body }) => [status, body.attributes])).toEqual(answers.map(() => [422, ['code']]));
    expect((await find(first, holder)).address_status).toBe('active');
  });

  it('stays with the account that has proved it first', async () => {
    const { first, holder, second, claimant, email } = await givenTwoMailboxes();
    await verify(first, holder, await codeFor(first, { ...holder, email }));

    const { status, body } = await verify(second, claimant, await codeFor(second, { ...claimant, email }, 2));

    expect([status, body.message]).toEqual([422, expect.stringContaining('is proved for another account, too')]);
    expect((await find(first, holder)).address_status).toBe('active');
  });

  it('is free when the inbox that has it is deleted or changed, without a code', async () => {
    const one = await givenTwoMailboxes();
    const two = await givenTwoMailboxes();

    await one.first.call('DELETE', `/inboxes/${one.holder.id}`);
    await two.first.call('PATCH', `/inboxes/${two.holder.id}`, { channel: { email: newEmail() } });

    expect((await verify(one.second, one.claimant)).body.address_status).toBe('active');
    const channel = { email: two.email };
    const { body } = await two.second.call('PATCH', `/inboxes/${two.claimant.id}`, { channel });
    expect(body.address_status).toBe('active');
  });

  it('is not the proof of the address that the inbox has next', async () => {
    const { first, holder, second, email } = await givenTwoMailboxes();
    await verify(first, holder, await codeFor(first, { ...holder, email }));
    const other = newEmail();
    await first.call('PATCH', `/inboxes/${holder.id}`, { channel: { email: other } });
    const claimant = await givenInbox(second, { type: 'email', email: other });

    const { body } = await verify(second, claimant, await codeFor(second, { ...claimant, email: other }));

    expect(body.address_status).toBe('active');
  });

  it.each([
    ['with a part behind a plus sign', (email: string) => [email, email.replace('@', '+vip@')] as const],
    ['without the part that the other has', (email: string) => [email.replace('@', '+vip@'), email] as const],
    ['with another part', (email: string) => [email.replace('@', '+a@'), email.replace('@', '+b@')] as const],
  ])('is waited for %s, since mails come to the same mailbox', async (_, pair) => {
    const [theirs, ours] = pair(newEmail());
    const two = await givenTwo({ type: 'email', email: theirs }, { type: 'email', email: ours });
    const { second, holder, claimant } = two;

    const unproven = await verify(second, claimant);
    await receive(ours);
    const before = await receivedIn(claimant);
    const code = await codeFor(second, { ...claimant, email: ours });
    const proved = await verify(second, claimant, code);

    expect((await find(two.first, holder)).address_status).toBe('active');
    expect([unproven.status, before, proved.body.address_status]).toEqual([422, 0, 'active']);
  });

  it('is not waited for by another name at the domain, or in the same account', async () => {
    const email = newEmail();
    const { first, second, claimant } = await givenTwo(
      { type: 'email', email },
      { type: 'email', email: email.replace('@', '-vip@') },
    );
    const own = await givenInbox(first, { type: 'email', email: email.replace('@', '+vip@') });
    const elsewhere = await givenInbox(second, { type: 'email', email: `${email.replace('@', '+vip@')}.org` });

    const all = await Promise.all([find(second, claimant), find(first, own), find(second, elsewhere)]);
    expect(all.map(({ address_status: status }) => status)).toEqual(['active', 'active', 'active']);
  });

  it('gets mails in the inbox that has it alone', async () => {
    const { holder, second, claimant, email } = await givenTwoMailboxes();

    await receive(email);
    const before = [await receivedIn(holder), await receivedIn(claimant)];
    await verify(second, claimant, await codeFor(second, { ...claimant, email }));
    await receive(email);

    expect(before).toEqual([1, 0]);
    expect([await receivedIn(holder), await receivedIn(claimant)]).toEqual([1, 1]);
  });
});

describe('the code for an address', () => {
  it('is for e-mail inboxes only, and limited', async () => {
    const account = await givenAccount(test);
    const api = await givenInbox(account);
    const inbox = await givenInbox(account, { type: 'email', email: newEmail() });
    const ask = (id: number) => account.call('POST', `/inboxes/${id}/request_address_code`);

    expect((await ask(api.id)).status).toBe(400);
    expect((await verify(account, api)).status).toBe(400);
    for (let count = 0; count < 20; count += 1) expect((await ask(inbox.id)).status).toBe(200);
    expect((await ask(inbox.id)).status).toBe(429);
  });
});

describe('an address at a provider that an inbox of another account has', () => {
  const KINDS: [string, (isGood: boolean) => object, string][] = [
    [
      'Telegram',
      (isGood) => ({ type: 'telegram', bot_token: isGood ? BOT_TOKEN : `123456789:${'B'.repeat(35)}` }),
      'bot_token',
    ],
    [
      'LINE',
      (isGood) => ({
        type: 'line',
        line_channel_id: line.state.channelId,
        line_channel_token: isGood ? LINE_TOKEN : 'of nobody',
      }),
      'line_channel_id',
    ],
    [
      'Twilio',
      (isGood) => ({
        type: 'sms',
        phone_number: twilio.numbers.at(-1)!.phone_number,
        ...TWILIO,
        ...(!isGood && { auth_token: 'of nobody' }),
      }),
      'phone_number',
    ],
    [
      'WhatsApp',
      (isGood) => ({
        type: 'whatsapp',
        phone_number: `+${cloud.number.display_phone_number.replaceAll(/\D/g, '')}`,
        provider: 'whatsapp_cloud',
        provider_config: { ...CLOUD, ...(!isGood && { api_key: 'of nobody' }) },
      }),
      'phone_number',
    ],
  ];

  /** Each test has other numbers. */
  function prepare(): void {
    line.state.channelId = `20${(last += 1)}`;
    const number = newNumber();
    twilio.numbers.push({ sid: `PN${String(last).padStart(32, '0')}`, phone_number: number } as never);
    cloud.number.display_phone_number = `+1 555-${String((last += 1)).padStart(7, '0')}`;
  }

  it.each(KINDS)('is given at %s for a login that is good for it', async (_, channel) => {
    prepare();
    const { first, holder, second, claimant } = await givenTwo(channel(false), channel(true));

    const before = (await find(second, claimant)).address_status;
    const { status, body } = await verify(second, claimant);

    expect([before, status, body.address_status]).toEqual(['pending', 200, 'active']);
    expect((await find(first, holder)).address_status).toBe('pending');
    await first.call('DELETE', `/inboxes/${holder.id}`);
    await second.call('DELETE', `/inboxes/${claimant.id}`);
  });

  it.each(KINDS)('stays at %s where the login of the claimant is not', async (_, channel, parameter) => {
    prepare();
    const { first, holder, second, claimant } = await givenTwo(channel(true), channel(false));

    const { status } = await verify(second, claimant);

    expect(status).toBe(422);
    expect((await find(first, holder)).address_status).toBe('active');
    expect(parameter).not.toBe('');
    await first.call('DELETE', `/inboxes/${holder.id}`);
    await second.call('DELETE', `/inboxes/${claimant.id}`);
  });

  it.each(KINDS)('stays at %s where the logins of both are', async (_, channel, parameter) => {
    prepare();
    const { first, holder, second, claimant } = await givenTwo(channel(true), channel(true));

    const { status, body } = await verify(second, claimant);

    expect([status, body.attributes]).toEqual([422, [`channel.${parameter}`]]);
    expect(body.message).toContain('is proved for another account, too');
    expect((await find(first, holder)).address_status).toBe('active');
    await first.call('DELETE', `/inboxes/${holder.id}`);
    await second.call('DELETE', `/inboxes/${claimant.id}`);
  });

  it('is not given where the provider cannot be asked', async () => {
    const channel = { type: 'sms', phone_number: newNumber() };
    const { second, claimant } = await givenTwo(channel, channel);

    const { status, body } = await verify(second, claimant);

    expect([status, body.message]).toEqual([422, expect.stringContaining('the provider cannot be asked')]);
  });
});
