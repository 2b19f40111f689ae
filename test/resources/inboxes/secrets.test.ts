import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSecrets } from '../../../src/channels/secrets.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

let last = 0;
const newNumber = () => `+1666${String((last += 1)).padStart(7, '0')}`;

/** The secrets of a channel as they are stored, as one text. */
async function storedIn({ channel_id: id }: { channel_id: number }): Promise<string> {
  const { sealed_secrets: sealed } = await test
    .rows()
    .selectFrom('channels')
    .select('sealed_secrets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return JSON.stringify(openSecrets(test.app.tx(), sealed));
}

/** What a client sends back that shows the settings of `given` in a form. */
const settingsIn = (shown: Record<string, unknown>, given: object) =>
  Object.fromEntries(
    Object.keys(given)
      .filter((name) => name !== 'type' && name in shown)
      .map((name) => [name, shown[name]]),
  );

/** Each kind with the secrets that it is given, and those in their place. */
const KINDS: [string, () => object, string[], object, string[]][] = [
  [
    'email',
    () => ({
      type: 'email',
      email: `a${(last += 1)}@example.com`,
      imap_password: 'imap-one',
      smtp_password: 'smtp-one',
    }),
    ['imap-one', 'smtp-one'],
    { imap_password: 'imap-two', smtp_password: 'smtp-two' },
    ['imap-two', 'smtp-two'],
  ],
  [
    'Twilio',
    () => ({
      type: 'sms',
      phone_number: newNumber(),
      account_sid: 'AC1',
      auth_token: 'token-one',
      api_key_secret: 'key-one',
    }),
    ['token-one', 'key-one'],
    { auth_token: 'token-two', provider_config: { api_key_secret: 'key-two' } },
    ['token-two', 'key-two'],
  ],
  [
    'Bandwidth',
    () => ({ type: 'sms', phone_number: newNumber(), provider_config: { api_key: 'user', api_secret: 'secret-one' } }),
    ['secret-one'],
    { provider_config: { api_secret: 'secret-two' } },
    ['secret-two'],
  ],
  [
    'WhatsApp',
    () => ({
      type: 'whatsapp',
      phone_number: newNumber(),
      provider_config: { api_key: 'key-one', app_secret: 'app-one', phone_number_id: '5' },
    }),
    ['key-one', 'app-one'],
    { api_key: 'key-two', provider_config: { app_secret: 'app-two' } },
    ['key-two', 'app-two'],
  ],
  [
    'Telegram',
    () => ({ type: 'telegram', bot_token: `${Date.now()}${(last += 1)}:${'A'.repeat(35)}` }),
    ['A'.repeat(35)],
    {},
    [],
  ],
  [
    'LINE',
    () => ({
      type: 'line',
      line_channel_id: `${Date.now()}${(last += 1)}`,
      line_channel_secret: 'secret-one',
      line_channel_token: 'token-one',
    }),
    ['secret-one', 'token-one'],
    { line_channel_secret: 'secret-two', line_channel_token: 'token-two' },
    ['secret-two', 'token-two'],
  ],
];

describe.each(KINDS)('the secrets of an inbox of %s', (_, channel, secrets, others, otherSecrets) => {
  it('are in no answer, and stay when what answers show is sent back', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channel() as never);

    const shown = await account.call('GET', `/inboxes/${inbox.id}`);
    const back = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: settingsIn(shown.body, channel()) });
    const list = await account.call('GET', '/inboxes');

    expect([shown.status, back.status]).toEqual([200, 200]);
    expect(shown.text).toContain('********');
    for (const secret of secrets) {
      expect(JSON.stringify(inbox) + shown.text + back.text + list.text).not.toContain(secret);
      expect(await storedIn(inbox as never)).toContain(secret);
    }
    expect(await storedIn(inbox as never)).not.toContain('****');
  });

  it('are replaced by others, which are not shown either', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channel() as never);

    const { status, text } = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: others });

    expect(status).toBe(200);
    for (const secret of otherSecrets) {
      expect(text).not.toContain(secret);
      expect(await storedIn(inbox as never)).toContain(secret);
    }
  });
});

describe('the mask of a secret', () => {
  it('is none: a new inbox with it has no secret', async () => {
    const account = await givenAccount(test);

    const bot = await account.call('POST', '/inboxes', {
      name: 'A',
      channel: { type: 'telegram', bot_token: '********' },
    });
    const mailbox = await givenInbox(account, { type: 'email', email: 'mask@example.com', smtp_password: '********' });

    expect([bot.status, bot.body.message]).toEqual([422, "channel.bot_token can't be blank"]);
    expect(mailbox).toMatchObject({ smtp_password: null });
  });
});
