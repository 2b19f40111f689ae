import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { runParley } from '../../support/parley.ts';
import { BOT_TOKEN, givenTelegram } from '../../support/providers/telegram.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PUBLIC_URL = 'https://chat.example.com';
const CHECKS = ['settings', 'address', 'login', 'webhook'];

let place: Place;
let telegram: Awaited<ReturnType<typeof givenTelegram>>;
let env: Record<string, string>;
let account: TestAccount;
let bot: { id: number; name: string };
let line: { id: number };
let widget: { id: number };
let mailbox: { id: number };
let imap: ImapServer;
let mail: MailServer;
beforeAll(async () => {
  place = await givenPlace();
  [telegram, imap, mail] = await Promise.all([givenTelegram(), givenImapServer(), givenMailServer()]);
  env = {
    PARLEY_SERVER_PUBLIC_URL: PUBLIC_URL,
    PARLEY_CHANNELS_TELEGRAM_URL: telegram.url,
    PARLEY_CHANNELS_LINE_URL: 'http://127.0.0.1:9',
    PARLEY_MAIL_SMTP_URL: mail.url,
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const server = await givenApp(
    {
      'channels.telegram_url': telegram.url,
      'server.public_url': PUBLIC_URL,
      'webhooks.allowed_networks': '127.0.0.0/8',
    },
    { place },
  );
  account = await givenAccount(server);
  bot = (await givenInbox(account, { type: 'telegram', bot_token: BOT_TOKEN })) as typeof bot;
  line = await givenInbox(account, { type: 'line', line_channel_id: '1650000000' });
  mailbox = await givenInbox(account, { type: 'email', email: imap.login, ...imap.channel() });
  widget = await givenInbox(account, { type: 'web_widget', website_url: 'https://www.example.com' });
  await isRegistered(server);
  await server.stop();
});
afterAll(async () => {
  await telegram.stop();
  await imap.stop();
  await mail.stop();
  await place.remove();
});

/** Telegram has the address, and the inbox knows it. */
const isRegistered = (server: TestApp) =>
  eventually(
    async () =>
      (await server.request('GET', `${account.path}/inboxes/${bot.id}`, { token: account.administrator.token })).body,
    ({ bot_name: name }) => name === 'acme_bot',
  );

type Finding = { check: string; status: string; message: string; advice?: string };

async function tested(id: number, ...args: string[]) {
  const { code, stdout, stderr } = await runParley(['channels', 'test', String(id), '--json', ...args], place, env);
  return { code, stderr, findings: stdout === '' ? [] : (JSON.parse(stdout) as Finding[]) };
}

describe('parley channels test', () => {
  it('finds an inbox and its provider as they should be, and writes to nobody', async () => {
    const { code, findings } = await tested(bot.id);

    expect([code, findings.map(({ check, status }) => [check, status])]).toEqual([
      0,
      CHECKS.map((check) => [check, 'ok']),
    ]);
    expect(telegram.sent).toEqual([]);
  });

  it('is shown to people line by line, with what to do', async () => {
    const registrations = telegram.registrations;
    telegram.registrations = [];
    const { code, stdout, stderr } = await runParley(['channels', 'test', String(bot.id)], place, env);
    telegram.registrations = registrations;

    expect([code, stderr]).toEqual([1, 'parley: 1 of 4 checks failed\n']);
    expect(stdout).toMatch(/^ok {7}login {11}the token is that of @acme_bot$/m);
    expect(stdout).toMatch(
      /^failed {3}webhook {9}Telegram has no address .*\n {25}-> save the channel of the inbox once more/m,
    );
  });

  it('names what is missing in the settings, and asks the provider nothing then', async () => {
    const { code, findings } = await tested(line.id);

    expect(code).toBe(1);
    expect(findings).toEqual([
      {
        check: 'settings',
        status: 'failed',
        message: expect.stringContaining('line_channel_token'),
        advice: expect.any(String),
      },
    ]);
  });

  it('shows why the provider was not told the address, and that an inbox must be connected again', async () => {
    const settings = { bot_name: 'acme_bot', webhook_error: 'bad webhook: TLS', reauthorization_required: true };
    await changeSettings(settings);
    const { code, findings } = await tested(bot.id);
    await changeSettings({ bot_name: 'acme_bot' });

    expect(code).toBe(1);
    expect(findings.filter(({ status }) => status === 'failed').map(({ check, message }) => [check, message])).toEqual([
      ['registration', expect.stringContaining('bad webhook: TLS')],
      ['authorization', expect.stringContaining('no longer lets this server in')],
    ]);
  });

  it('sends a test message where it is told to', async () => {
    const { code, findings } = await tested(bot.id, '--to', '4711');
    const refused = await tested(bot.id, '--to', 'nobody');

    expect([code, findings.at(-1)]).toEqual([0, expect.objectContaining({ check: 'message', status: 'ok' })]);
    expect(telegram.sent).toMatchObject([{ method: 'sendMessage', fields: { chat_id: '4711' } }]);
    expect([refused.code, refused.findings.at(-1)!.message]).toEqual([1, expect.stringContaining('chat not found')]);
  });

  it('signs in to the servers of a mailbox', async () => {
    const right = await tested(mailbox.id);
    // Passwords are not taken any more.
    imap.token = 'a-token';
    const refused = await tested(mailbox.id);
    imap.token = null;

    expect(right.findings.map(({ check, status }) => [check, status])).toEqual([
      ['settings', 'ok'],
      ['smtp', 'ok'],
      ['imap', 'ok'],
    ]);
    expect(refused.findings.at(-1)).toMatchObject({ check: 'imap', status: 'failed' });
    expect([right.code, refused.code, mail.arrived]).toEqual([0, 1, []]);
  });

  it('has nothing to ask where there is no provider, or no inbox', async () => {
    const withoutProvider = await tested(widget.id);
    const unknown = await tested(999_999);

    expect([withoutProvider.code, withoutProvider.stderr]).toEqual([1, expect.stringContaining('has no provider')]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Inbox not found')]);
  });
});

describe('parley doctor', () => {
  it('looks at every inbox with a provider, and warns of those that are not as they should be', async () => {
    const { code, stdout } = await runParley(['doctor', '--json'], place, env);

    const of = (id: number) => (JSON.parse(stdout) as Finding[]).find(({ check }) => check === `inbox_${id}`);
    expect(of(bot.id)).toMatchObject({
      status: 'ok',
      message: `${bot.name} (telegram, account ${account.id}): ${CHECKS.join(', ')}`,
    });
    expect(of(line.id)).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('line_channel_token'),
      advice: expect.stringContaining(`parley channels test ${line.id}`),
    });
    expect(of(mailbox.id)).toMatchObject({ status: 'ok', message: expect.stringMatching(/: settings, smtp, imap$/) });
    expect(of(widget.id)).toBeUndefined();
    // Only the public address, where nothing listens.
    expect([code, JSON.parse(stdout).filter(({ status }: Finding) => status === 'failed')]).toEqual([
      1,
      [expect.objectContaining({ check: 'public_url' })],
    ]);
  });
});

async function changeSettings(settings: object): Promise<void> {
  await withRows(place, async (rows) => {
    const { channelId } = await rows
      .selectFrom('inboxes')
      .select('channel_id as channelId')
      .where('id', '=', bot.id)
      .executeTakeFirstOrThrow();
    await rows
      .updateTable('channels')
      .set({ settings: JSON.stringify(settings) as never })
      .where('id', '=', channelId)
      .execute();
  });
}
