import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckMeans } from '../../../src/channels/checking/channel-checks.ts';
import type { Provider } from '../../../src/channels/providers.ts';
import { loadConfig } from '../../../src/config.ts';
import { reachableAddress } from '../../../src/guarded-look-up.ts';
import { openLookUp } from '../../../src/look-up.ts';
import type { AccessToken } from '../../../src/oauth/tokens.ts';
import {
  allOk,
  foundAt,
  type Providers,
  putRight,
  startProviders,
  stopProviders,
} from '../../support/providers/checks.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';

let at: Providers;
beforeAll(async () => {
  at = await startProviders();
});
afterAll(() => stopProviders(at));
beforeEach(() => putRight(at));

const found = (provider: Provider, changes: Partial<CheckMeans> = {}) => foundAt(at, provider, changes);

describe('a mailbox', () => {
  const own = (port: string, password: string) => ({
    settings: {
      email: 'a@acme.example',
      smtp_enabled: true,
      smtp_address: '127.0.0.1',
      smtp_port: Number(port),
      smtp_login: 'parley',
    },
    secrets: { smtp_password: password },
  });

  const readFrom = ({ port, login }: ImapServer) => ({
    email: 'a@acme.example',
    imap_enabled: true,
    imap_enable_ssl: false,
    imap_address: '127.0.0.1',
    imap_port: port,
    imap_login: login,
  });

  it('signs in to its own server, or says what that answers', async () => {
    const { port } = new URL(at.mail.url);

    const right = await found('email', { channel: own(port, 'secret') });
    const wrong = await found('email', { channel: own(port, 'not-it') });
    const gone = await found('email', { channel: own('9', 'secret') });

    expect(right).toEqual(allOk('smtp', 'receiving'));
    expect(wrong.smtp).toMatch(/^failed 127.0.0.1: .*535.* → correct the inbox's smtp_ settings/);
    expect(gone.smtp).toMatch(/^failed 127.0.0.1: .*ECONNREFUSED/);
    expect(JSON.stringify(wrong)).not.toContain('not-it');
  });

  it('is read by IMAP with its password', async () => {
    const imap = await givenImapServer();
    const settings = readFrom(imap);

    const right = await found('email', { channel: { settings, secrets: { imap_password: imap.password } } });
    const wrong = await found('email', { channel: { settings, secrets: { imap_password: 'not-it' } } });
    await imap.stop();

    expect(right).toEqual(allOk('smtp', 'imap'));
    expect(wrong.imap).toMatch(/^failed .* refuses the login: .* → correct the inbox's imap_ settings/);
  });

  it('that was connected at its provider signs in with the token', async () => {
    const imap = await givenImapServer();
    const { port } = new URL(at.mail.url);
    imap.token = 'good-token';
    at.mail.token = 'good-token';
    const method = { imap_authentication: 'xoauth2', smtp_authentication: 'xoauth2' };
    const channel = { settings: { ...readFrom(imap), ...own(port, '').settings, ...method }, secrets: {} };
    const tokensAre = (answer: AccessToken) => ({ current: async () => answer, refuse: async () => {} });

    const good = await found('email', { channel, tokens: tokensAre({ is: 'token', token: 'good-token' }) });
    const bad = await found('email', { channel, tokens: tokensAre({ is: 'token', token: 'old-token' }) });
    const ended = await found('email', { channel, tokens: tokensAre({ is: 'reauthorize', reason: 'it was ended' }) });
    at.mail.token = null;
    await imap.stop();

    expect(good).toEqual(allOk('smtp', 'imap'));
    expect([bad.smtp, bad.imap]).toEqual([
      expect.stringMatching(/^failed 127/),
      expect.stringMatching(/^failed .* refuses/),
    ]);
    expect([ended.smtp, ended.imap]).toEqual([
      expect.stringContaining('it was ended'),
      expect.stringContaining('it was ended'),
    ]);
  });

  it('needs the server of the installation where it has none', async () => {
    const none = await found('email', { mail: loadConfig(undefined, {}, {}).mail });
    at.mail.loginRefusal = '535 wrong password';
    const refused = await found('email');

    expect(none.smtp).toMatch(/^failed mails cannot be sent → set smtp_enabled/);
    expect(refused.smtp).toMatch(/^failed the installation's mail server: .*535.* → correct mail.smtp_url/);
  });

  it('is not connected to at a private address', async () => {
    const addressOf = (host: string) => reachableAddress(host, [], openLookUp(1000));
    const channel = own('25', 'secret');
    const reading = {
      imap_enabled: true,
      imap_address: '127.0.0.1',
      imap_port: 143,
      imap_login: 'support@acme.example',
    };

    const { smtp, imap } = await found('email', {
      channel: { ...channel, settings: { ...channel.settings, ...reading } },
      addressOf,
    });

    const advice = / → if it is a server that this one may connect to, add its network to webhooks\.allowed_networks$/;
    expect(smtp).toMatch(/^failed 127\.0\.0\.1: not allowed to connect to 127\.0\.0\.1/);
    expect(imap).toMatch(/^failed 127\.0\.0\.1 as support@acme\.example cannot be read: not allowed to connect/);
    for (const found of [smtp, imap]) expect(found).toMatch(advice);
  });
});
