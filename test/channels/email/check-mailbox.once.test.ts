import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { checkMailbox } from '../../../src/channels/email/imap/check-mailbox.ts';
import { reachableAddress } from '../../../src/guarded-look-up.ts';
import { openLookUp } from '../../../src/look-up.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';
import { givenCertificate } from '../../support/servers/trusted-certificate.ts';

let servers: ImapServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});

async function givenServer(options: Parameters<typeof givenImapServer>[0] = {}): Promise<ImapServer> {
  const server = await givenImapServer(options);
  servers.push(server);
  return server;
}

/** Checks the mailbox with other settings, passwords or networks. */
function check(
  server: ImapServer,
  { settings = {}, password = server.password, token = null as string | null, networks = ['127.0.0.0/8'] } = {},
) {
  const channel = { settings: { ...server.channel(), ...settings }, secrets: { imap_password: password } };
  return checkMailbox(channel, { token, addressOf: (host) => reachableAddress(host, networks, openLookUp(1000)) });
}

describe('checkMailbox', () => {
  it('says that the mailbox can be read, and how many mails it has', async () => {
    const server = await givenServer({ certificate: await givenCertificate() });
    server.deliver('Subject: Hello\r\n\r\nHello\r\n');

    expect(await check(server)).toEqual({
      isGood: true,
      words: `signed in to 127.0.0.1 as ${server.login}: INBOX has one mail`,
    });
    expect(server.flags()).toEqual([]);
  });

  it('says that there is no TLS', async () => {
    const { isGood, words } = await check(await givenServer());

    expect(isGood).toBe(true);
    expect(words).toContain(', without TLS: INBOX has 0 mails');
  });

  it('names the setting where the server does not speak TLS at the port', async () => {
    const { isGood, words } = await check(await givenServer(), { settings: { imap_enable_ssl: true } });

    expect(isGood).toBe(false);
    expect(words).toMatch(/does not speak TLS at this port: correct imap_port, or set imap_enable_ssl to false/);
  });

  it('signs in with a token', async () => {
    const server = await givenServer();
    server.token = 'good';

    const [good, bad] = [await check(server, { token: 'good' }), await check(server, { token: 'bad' })];

    expect([good.isGood, bad.isGood]).toEqual([true, false]);
    expect(bad.words).toContain('refuses the login');
  });

  it('says that the password is refused, in the words of the server', async () => {
    const server = await givenServer();

    expect(await check(server, { password: 'wrong' })).toEqual({
      isGood: false,
      words: `127.0.0.1 as ${server.login} refuses the login: Login failed: authentication failure`,
    });
  });

  it('refuses a certificate that nobody vouches for', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'anyone' }], { keySize: 2048 });
    const server = await givenServer({ certificate: { key, cert } });

    const { isGood, words } = await check(server);

    expect(isGood).toBe(false);
    expect(words).toContain('cannot be read');
    expect(server.asked).toEqual([]);
  });

  it('connects to no private network that is not allowed, and to no server that is not there', async () => {
    const server = await givenServer();
    const { port } = server;

    const guarded = await check(server, { networks: [] });
    await server.stop();
    servers = [];
    const gone = await check(server, { settings: { imap_port: port } });

    expect(guarded.words).toContain('not allowed to connect to 127.0.0.1');
    expect(gone).toMatchObject({ isGood: false, words: expect.stringContaining('ECONNREFUSED') });
  });

  it('says that nothing is fetched where that is not set up', async () => {
    const server = await givenServer();

    expect(await check(server, { settings: { imap_enabled: false } })).toEqual({
      isGood: false,
      words: 'imap_enabled is false: no mail is fetched',
    });
  });
});
