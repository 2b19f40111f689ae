import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type RequestOptions, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { TWILIO } from '../../support/providers/twilio.ts';
import { givenPublicInbox } from '../../support/public/public-inbox.ts';
import { post as postSigned, PUBLIC, type SmsInbox } from '../../support/receiving/twilio-chat.ts';
import {
  APP_SECRET,
  callbackOf,
  givenCloudNumber,
  signatureOf,
  type WhatsappNumber,
} from '../../support/receiving/whatsapp-chat.ts';

const MOST = 5;
const PASSWORD = 'of-mail-servers';
const TOKEN = 'of-prometheus';

let test: TestApp;
let account: TestAccount;
let number: WhatsappNumber;
let sms: SmsInbox;
beforeAll(async () => {
  test = await givenApp({
    'server.public_url': PUBLIC,
    'server.trust_proxy': 'true',
    'rate_limit.unproven_callbacks_per_minute': String(MOST),
    'rate_limit.sign_ins_per_half_hour': String(MOST),
    'mail.inbound_password': PASSWORD,
    'metrics.token': TOKEN,
  });
  account = await givenAccount(test);
  number = await givenCloudNumber(account);
  sms = await givenInbox(account, { type: 'sms', phone_number: '+15550002233', ...TWILIO });
});
afterAll(() => test.stop());

let addresses = 0;
/** An address from which nothing has come yet. */
const newAddress = () => `198.51.100.${(addresses += 1)}`;

async function statusOf(method: string, path: string, from: string, { headers, ...options }: RequestOptions) {
  const sent = { 'x-forwarded-for': from, ...headers };
  return (await test.request(method, path, { ...options, headers: sent })).status;
}

const ofMeta = (body: string, signature = signatureOf(body)) =>
  statusOf('POST', number.path, newAddress(), {
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  });
const list = (values: number) => `{"entry":[${'0,'.repeat(values - 3)}0]}`;
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a callback of a provider', () => {
  it.each<[string, (limit: number) => string, number]>([
    ['bytes', (bytes) => `{"a":"${'x'.repeat(bytes - 8)}"}`, 1024 * 1024],
    ['values', list, 50_000],
    ['levels', nested, 100],
  ])('is refused beyond the limit of its %s, also where it is signed', async (_, bodyOf, limit) => {
    expect(await ofMeta(bodyOf(limit))).toBe(200);
    expect(await ofMeta(bodyOf(limit + 1))).toBe(413);
    expect(await ofMeta(bodyOf(limit + 1), 'none')).toBe(413);
  });

  it('of Twilio may have 500 fields and 64 kB', async () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count - 5 }, (_, index) => [`Field${index}`, String(index)]));
    const of = (more: Record<string, string>) => ({
      MessageSid: `SM${addresses}`,
      AccountSid: TWILIO.account_sid,
      From: '+15550009988',
      To: sms.phone_number,
      Body: 'Hello',
      ...more,
    });

    expect((await postSigned(test, '/twilio/callback', of(fields(500)))).status).toBe(204);
    expect((await postSigned(test, '/twilio/callback', of(fields(501)))).status).toBe(413);
    expect((await postSigned(test, '/twilio/callback', of({ Extra: 'x'.repeat(60_000) }))).status).toBe(204);
    expect((await postSigned(test, '/twilio/callback', of({ Extra: 'x'.repeat(66_000) }))).status).toBe(413);
  });

  it('is not unpacked', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

    expect(await statusOf('POST', number.path, newAddress(), { body: '{}', headers })).toBe(400);
  });

  it('is read as bytes, over which it is signed', async () => {
    const body = Buffer.from([...Buffer.from('{"entry":[],"text":"'), 0xff, ...Buffer.from('"}')]);
    const { createHmac } = await import('node:crypto');
    const signature = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };

    expect(await statusOf('POST', number.path, newAddress(), { body, headers })).toBe(200);
  });
});

describe('callbacks of an address', () => {
  const genuine = callbackOf([{ ...({} as WhatsappNumber), phoneNumber: '+1', phoneNumberId: '' }, {}]);
  const from = (address: string, path: string, signature: string | null = null, body = genuine) =>
    statusOf('POST', path, address, {
      body,
      headers: { 'content-type': 'application/json', ...(signature !== null && { 'x-hub-signature-256': signature }) },
    });

  it.each([
    ['are refused', () => number.path, 401],
    ['are about no inbox', () => '/webhooks/whatsapp/+19990000000', 200],
    ['are about no bot', () => '/webhooks/telegram/none', 200],
    ['are from nobody at Slack', () => '/api/v1/integrations/webhooks', 401],
  ])('are not looked at any more after too many that %s', async (_, path, usual) => {
    const [one, other] = [newAddress(), newAddress()];
    const statuses: number[] = [];
    for (let count = 0; count <= MOST; count += 1) statuses.push(await from(one, path()));

    expect(statuses).toEqual([...Array(MOST).fill(usual), 429]);
    expect(await from(other, path())).toBe(usual);
  });

  it('go on where as many are genuine', async () => {
    const address = newAddress();
    const statuses = new Set<number>();
    for (let count = 0; count < MOST * 2; count += 1) {
      statuses.add(await from(address, number.path, signatureOf(genuine)));
      statuses.add(await from(address, number.path));
    }

    expect([...statuses]).toEqual([200, 401]);
  });
});

describe('callbacks of an address at the same moment', () => {
  const from = (address: string, signature: string) =>
    statusOf('POST', number.path, address, {
      body: '{"entry":[]}',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    });
  const times = <Value>(count: number, value: () => Value) => Array.from({ length: count }, value);

  it('are not looked at beyond the limit, and those that are genuine are no credit for it', async () => {
    const address = newAddress();
    const genuine = await Promise.all(times(4 * MOST, () => from(address, signatureOf('{"entry":[]}'))));
    const statuses = await Promise.all(times(4 * MOST, () => from(address, 'none')));

    expect(new Set(genuine)).toEqual(new Set([200]));
    expect(statuses.filter((status) => status === 401)).toHaveLength(MOST);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3 * MOST);
  });
});

describe('a secret of the settings', () => {
  it.each<[string, string, string, (secret: string) => string, string, number]>([
    [
      'mail.inbound_password',
      'POST',
      '/rails/action_mailbox/relay/inbound_emails',
      (secret) => `Basic ${Buffer.from(`actionmailbox:${secret}`).toString('base64')}`,
      PASSWORD,
      404,
    ],
    ['metrics.token', 'GET', '/metrics', (secret) => `Bearer ${secret}`, TOKEN, 200],
  ])('cannot be guessed for ever: %s', async (_, method, path, header, right, usual) => {
    const [one, other] = [newAddress(), newAddress()];
    const body = method === 'POST' ? 'From: a@example.com\r\nTo: nobody@example.com\r\n\r\nHello\r\n' : undefined;
    const ask = (from: string, secret: string) =>
      statusOf(method, path, from, {
        body,
        headers: { authorization: header(secret), 'content-type': 'message/rfc822' },
      });
    const guesses: number[] = [];
    for (let count = 0; count < MOST; count += 1) guesses.push(await ask(one, `guess${count}`));

    expect(guesses).toEqual(Array(MOST).fill(401));
    expect(await ask(one, right)).toBe(429);
    expect(await ask(other, right)).toBe(usual);
  });
});

describe('a body that anyone may send', () => {
  it('may have 50,000 values, and 1,000 fields of a form', async () => {
    const { identifier } = await givenPublicInbox(test, account);
    const post = async (body: unknown) =>
      (await test.request('POST', `/public/api/v1/inboxes/${identifier}/contacts`, { body })).status;
    const form = (fields: number) =>
      new URLSearchParams(Array.from({ length: fields }, (_, index) => [`f${index}`, '1']));

    expect(await post(JSON.parse(list(50_000)))).toBeLessThan(300);
    expect(await post(JSON.parse(list(50_001)))).toBe(413);
    expect(await post(form(1000))).toBeLessThan(300);
    expect(await post(form(1001))).toBe(413);
  });

  it('may have names of 1,000 characters, and 256 kB as a form', async () => {
    const { identifier } = await givenPublicInbox(test, account);
    const post = async (fields: Record<string, string>, path = `/public/api/v1/inboxes/${identifier}/contacts`) =>
      (await test.request('POST', path, { body: new URLSearchParams(fields) })).status;
    const inParts = new FormData();
    inParts.set('x'.repeat(1001), '1');

    expect(await post({ ['x'.repeat(1000)]: '1' })).toBeLessThan(300);
    expect(await post({ ['x'.repeat(1001)]: '1' })).toBe(413);
    expect(await post({ [`a${'[a]'.repeat(333)}b`]: '1' })).toBe(413);
    expect(await post({ name: 'Carla', x: 'x'.repeat(256 * 1024 - 13) })).toBeLessThan(300);
    expect(await post({ name: 'Carla', x: 'x'.repeat(256 * 1024 - 12) })).toBe(413);
    const path = `/public/api/v1/inboxes/${identifier}/contacts`;
    expect((await test.request('POST', path, { body: inParts })).status).toBe(413);
    const known = new URLSearchParams({ name: 'Carla', x: 'x'.repeat(300_000) });
    expect((await account.call('POST', '/contacts', known)).status).toBeLessThan(300);
  });
});
