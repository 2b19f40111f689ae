import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);

/** Each kind as it is made, and what it needs more before anything can be sent. */
const KINDS: [string, () => object, object, string][] = [
  ['email', () => ({ email: `support-${next()}@example.com` }), SMTP(), 'no SMTP server'],
  ['line', () => ({ line_channel_id: String(next()) }), { line_channel_token: 'x' }, 'no line_channel_token'],
  ['whatsapp', () => ({ phone_number: `+49${next()}` }), { api_key: 'x' }, 'has no api_key'],
  [
    'whatsapp',
    () => ({ phone_number: `+49${next()}`, provider: 'whatsapp_cloud', api_key: 'x' }),
    { provider_config: { phone_number_id: '1', business_account_id: '2' } },
    'has no phone_number_id and no business_account_id',
  ],
  ['sms', () => ({ phone_number: `+49${next()}`, account_sid: 'x' }), { auth_token: 'y' }, 'has no auth_token'],
  [
    'sms',
    () => ({ phone_number: `+49${next()}` }),
    { provider_config: { api_key: 'a', api_secret: 'b', application_id: 'c', account_id: 'd' } },
    'has no api_key and no api_secret',
  ],
];

function SMTP(): object {
  return { smtp_enabled: true, smtp_address: 'smtp.example.com', smtp_login: 'x', smtp_password: 'y' };
}

async function givenOpen(account: TestAccount, type: string, parameters: object) {
  const inbox = await givenInbox(account, { type, ...parameters });
  const contact = await givenContact(account, { email: 'carla@example.com', phone_number: '+4915112345678' });
  const { body } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    source_id: type === 'line' || type === 'telegram' ? 'U123' : undefined,
  });
  await account.hear(body);
  const write = () =>
    account.call('POST', `/conversations/${body.id}/messages`, { content: 'Hello', message_type: 'outgoing' });
  return { inbox, write };
}

describe.each(KINDS)('a message over %s', (type, parameters, more, obstacle) => {
  it(`fails with "${obstacle}" until the inbox has what it needs, and is queued then`, async () => {
    const account = await givenAccount(test);
    const { inbox, write } = await givenOpen(account, type, parameters());

    const failed = (await write()).body;
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: more });
    const queued = (await write()).body;

    expect(failed).toMatchObject({ status: 'failed', external_error: expect.stringContaining(obstacle) });
    expect(queued).toMatchObject({ status: 'sent', external_error: null });
    const sendings = test.rows().selectFrom('sendings').select('message_id').where('account_id', '=', account.id);
    expect(await sendings.execute()).toEqual([{ message_id: queued.id }]);
  });
});

describe('a message over Telegram', () => {
  it('is queued at once, since a bot has its token from the beginning', async () => {
    const account = await givenAccount(test);
    const { write } = await givenOpen(account, 'telegram', { bot_token: `${next()}:${'A'.repeat(35)}` });

    const { body } = await write();

    expect(body).toMatchObject({ status: 'sent', content_attributes: { external_delivery: 'queued' } });
  });
});
