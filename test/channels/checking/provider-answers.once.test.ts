import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckMeans } from '../../../src/channels/checking/channel-checks.ts';
import type { Provider } from '../../../src/channels/providers.ts';
import {
  CALLBACK,
  foundAt,
  NUMBER,
  type Providers,
  PUBLIC_URL,
  putRight,
  startProviders,
  stopProviders,
  withSecrets,
} from '../../support/providers/checks.ts';

let at: Providers;
beforeAll(async () => {
  at = await startProviders();
});
afterAll(() => stopProviders(at));
beforeEach(() => putRight(at));

const found = (provider: Provider, changes: Partial<CheckMeans> = {}) => foundAt(at, provider, changes);

describe('the address that the provider has', () => {
  it.each<[Provider, () => unknown]>([
    ['telegram', () => (at.telegram.registrations = [{ url: 'https://old.example/hook' }])],
    ['line', () => (at.line.registrations = [{ endpoint: 'https://old.example/hook' }])],
    ['twilio', () => (at.twilio.numbers[0]!.sms_url = 'https://old.example/hook')],
    ['whatsapp_cloud', () => (at.cloud.registrations = [{ override_callback_uri: 'https://old.example/hook' }])],
    ['dialog360', () => (at.dialog360.registrations = [{ url: 'https://old.example/hook' }])],
  ])('%s must be that of the inbox', async (provider, spoil) => {
    spoil();

    const { webhook } = await found(provider);

    expect(webhook).toMatch(
      /^failed \w+ tells https:\/\/old.example\/hook what it receives, not https:\/\/chat.example.com/,
    );
  });

  it.each<Provider>(['telegram', 'line', 'dialog360'])('is missed at %s', async (provider) => {
    at.telegram.registrations = [];
    at.line.registrations = [];
    at.dialog360.registrations = [];

    const { webhook } = await found(provider);

    expect(webhook).toMatch(/^failed \w+ has no address for what it receives, .* → save the channel/);
  });

  it('may be that of another number of the business at WhatsApp', async () => {
    at.cloud.registrations = [{ override_callback_uri: `${PUBLIC_URL}/webhooks/whatsapp/+15559999999` }];

    expect((await found('whatsapp_cloud')).webhook).toBe('ok');
  });

  it('may have been entered by hand at 360dialog, with the token of the inbox', async () => {
    const withToken = withSecrets('dialog360', { webhook_verify_token: 'its-token' });
    at.dialog360.registrations = [{ url: `${CALLBACK}?token=its-token` }];
    const right = await found('dialog360', withToken);
    at.dialog360.registrations = [{ url: `${CALLBACK}?token=of-another` }];
    const wrong = await found('dialog360', withToken);

    expect(right.webhook).toBe('ok');
    expect(wrong.webhook).toMatch(/^failed 360dialog tells .*here\?\.\.\. what it receives/);
  });

  it('is asked for with POST by Twilio', async () => {
    at.twilio.numbers[0]!.sms_method = 'GET';

    expect((await found('twilio')).webhook).toMatch(/^failed Twilio tells .* by GET, which is not taken → enter it/);
  });

  it('is used and reached by LINE', async () => {
    at.line.state.reaches = false;
    const unreached = await found('line');
    at.line.state.isUsed = false;
    const unused = await found('line');

    expect(unreached.webhook).toMatch(/^failed LINE does not get to .*: ERROR_STATUS_CODE, 404 → see that/);
    expect(unused.webhook).toMatch(/^failed .* does not use it → switch on "Use webhook"/);
  });

  it('is where updates wait that Telegram cannot get rid of', async () => {
    const failing = { pending_update_count: 4, last_error_message: 'Wrong response: 502 Bad Gateway' };
    at.telegram.registrations = [{ url: CALLBACK, failing }];

    expect((await found('telegram')).webhook).toMatch(
      /^warning 4 updates wait .*: Wrong response: 502 Bad Gateway → see/,
    );
  });
});

describe('what providers say of a number or an account', () => {
  it.each<[Provider, string, string, () => unknown]>([
    ['twilio', 'login', 'failed the account Acme is suspended', () => (at.twilio.account.status = 'suspended')],
    ['twilio', 'login', 'warning the account Acme is a trial', () => (at.twilio.account.type = 'Trial')],
    ['twilio', 'number', `failed the account has no number \\${NUMBER}`, () => at.twilio.numbers.pop()],
    ['twilio', 'number', 'failed .* cannot send text', () => (at.twilio.numbers[0]!.capabilities.sms = false)],
    ['twilio', 'number', 'warning .* cannot send files', () => (at.twilio.numbers[0]!.capabilities.mms = false)],
    [
      'whatsapp_cloud',
      'number',
      'failed phone_number_id is that of \\+49',
      () => (at.cloud.number.display_phone_number = '+49 30'),
    ],
    ['whatsapp_cloud', 'number', 'failed the number is PENDING', () => (at.cloud.number.status = 'PENDING')],
    ['whatsapp_cloud', 'number', 'warning contacts rate', () => (at.cloud.number.quality_rating = 'RED')],
    ['whatsapp_cloud', 'token', 'failed the token is no longer good', () => (at.cloud.token.is_valid = false)],
    [
      'whatsapp_cloud',
      'token',
      'warning the token expires at 2026-11-24',
      () => (at.cloud.token.expires_at = Date.UTC(2026, 10, 24) / 1000),
    ],
    ['line', 'quota', 'warning 160 of 200 messages', () => (at.line.state.sent = 160)],
    ['line', 'quota', 'failed 200 of 200 messages', () => (at.line.state.sent = 200)],
  ])('%s: %s is "%s"', async (provider, name, expected, spoil) => {
    spoil();

    expect((await found(provider))[name]).toMatch(new RegExp(`^${expected}.* → `));
  });

  it('is all right while a token is good for months, and a plan without a limit', async () => {
    at.cloud.token.expires_at = Date.UTC(2027, 5, 1) / 1000;
    at.line.state.limit = null;

    expect([(await found('whatsapp_cloud')).token, (await found('line')).quota]).toEqual(['ok', 'ok']);
  });
});
