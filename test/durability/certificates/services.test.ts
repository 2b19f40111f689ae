import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ask } from '../../../src/oauth/ask.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { PROVIDERS } from '../../support/providers/providers.ts';
import { runParley } from '../../support/parley.ts';
import { givenServedAccount, messagesIn, send, type ServedAccount } from '../../support/served-account.ts';
import { type ExpiringCertificate, givenExpiringCertificate } from '../../support/servers/expiring-certificate.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { givenTlsProxy, type TlsProxy } from '../../support/servers/tls-proxy.ts';
import { givenTranslator, type Translator } from '../../support/servers/translator.ts';

const SENDERS = ['line', 'telegram', 'twilio'] as const;
const EXPIRED = /the certificate of 127\.0\.0\.1(:\d+)? has expired/;

let place: Place;
let certificate: ExpiringCertificate;
let mailServer: MailServer;
let imap: ImapServer;
let translator: Translator;
const providers = new Map<string, { server: ProviderServer<unknown>; proxy: TlsProxy }>();
let proxies: Record<'mail' | 'installation' | 'imap' | 'translator', TlsProxy>;
let account: ServedAccount;

const portOf = (url: string) => Number(new URL(url).port);
const proxyTo = (port: number) => givenTlsProxy(port, certificate);

describe('a certificate that has expired is named, nothing is lost, and all goes on when it is renewed:', () => {
  beforeAll(async () => {
    [place, certificate, mailServer, imap, translator] = await Promise.all([
      givenPlace(),
      givenExpiringCertificate(),
      givenMailServer(),
      givenImapServer(),
      givenTranslator(),
    ]);
    proxies = {
      mail: await proxyTo(portOf(mailServer.url)),
      installation: await proxyTo(portOf(mailServer.url)),
      imap: await proxyTo(imap.port),
      translator: await proxyTo(portOf(translator.url)),
    };
    const addresses: Record<string, string> = {};
    for (const name of SENDERS) {
      const server = await PROVIDERS[name]!.start();
      const proxy = await proxyTo(portOf(server.url));
      providers.set(name, { server, proxy });
      addresses[`PARLEY_${PROVIDERS[name]!.setting.replaceAll('.', '_').toUpperCase()}`] =
        `https://127.0.0.1:${proxy.port}`;
    }
    account = await givenServedAccount(place, {
      ...addresses,
      NODE_EXTRA_CA_CERTS: certificate.certificateFile,
      PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
      PARLEY_CHANNELS_RETRY_SECONDS: '1',
      PARLEY_CHANNELS_POLL_SECONDS: '1',
      PARLEY_MAIL_RETRY_SECONDS: '1',
      PARLEY_MAIL_SMTP_URL: `smtps://parley:secret@127.0.0.1:${proxies.installation.port}`,
      PARLEY_TRANSLATION_URL: `https://127.0.0.1:${proxies.translator.port}`,
    });
  });
  afterAll(async () => {
    await account?.server.stop();
    for (const { server, proxy } of providers.values()) {
      await proxy.stop();
      await server.stop();
    }
    await Promise.all(Object.values(proxies ?? {}).map((proxy) => proxy.stop()));
    await Promise.all([mailServer?.stop(), imap?.stop(), translator?.stop(), place?.remove()]);
  });

  async function conversationIn(channel: object, contact: object, sourceId?: string): Promise<{ id: number }> {
    const inbox = await account.call('POST', '/inboxes', { name: 'Support', channel });
    const { body } = await account.call('POST', '/contacts', { name: 'Carla', ...contact });
    const asked = { inbox_id: inbox.body.id, contact_id: body.id, ...(sourceId && { source_id: sourceId }) };
    const reply = await account.call('POST', '/conversations', asked);
    if (reply.status >= 300) throw new Error(`no conversation: ${reply.text}${inbox.text}`);
    return reply.body;
  }

  /** The message once `predicate` holds for its attributes, with its status. */
  const messageWhen = (conversation: { id: number }, id: number, predicate: (attributes: Attributes) => boolean) =>
    eventually(
      async (): Promise<{ status: string; content_attributes: Attributes }> => {
        const { body } = await account.call('GET', messagesIn(conversation));
        return body.payload.find((message: { id: number }) => message.id === id);
      },
      (message) => predicate(message.content_attributes),
    );
  const isTried = ({ external_last_error: error }: Attributes) => error !== undefined;
  const isAccepted = ({ external_delivery: delivery }: Attributes) => delivery === 'accepted';
  const toldInLog = () =>
    eventually(
      () => EXPIRED.test(account.server.output()),
      (isTold) => isTold,
    );
  const readiness = async () => (await account.ask('/readyz')).status;

  it.each(SENDERS)('%s', async (name) => {
    const { server, proxy } = providers.get(name)!;
    const { contact, sourceId } = PROVIDERS[name]!.contact();
    const conversation = await conversationIn(PROVIDERS[name]!.channel(), contact, sourceId);

    const { body } = await send(account, conversation, `Hello from ${name}`);
    const tried = await messageWhen(conversation, body.id, isTried);
    const requestsBefore = server.requests;
    const ready = await readiness();
    proxy.renew();
    const sent = await messageWhen(conversation, body.id, isAccepted);

    expect(tried.content_attributes['external_last_error']).toMatch(EXPIRED);
    expect([requestsBefore, ready, sent.status]).toEqual([0, 200, 'sent']);
    expect(server.sent.map((one) => PROVIDERS[name]!.textOf(one))).toEqual([`Hello from ${name}`]);
  });

  it("an inbox's mail server", async () => {
    const { username, password } = new URL(mailServer.url);
    const channel = {
      type: 'email',
      email: 'support@acme.example',
      smtp_enabled: true,
      smtp_address: '127.0.0.1',
      smtp_port: proxies.mail.port,
      smtp_login: username,
      smtp_password: password,
      smtp_enable_ssl_tls: true,
    };
    const conversation = await conversationIn(channel, { email: 'carla@example.com' });

    const { body } = await send(account, conversation, 'Hello by mail');
    const tried = await messageWhen(conversation, body.id, isTried);
    proxies.mail.renew();
    const sent = await messageWhen(conversation, body.id, isAccepted);
    const mails = await mailServer.mailsTo('carla@example.com');

    expect(tried.content_attributes['external_last_error']).toMatch(EXPIRED);
    expect([sent.status, mails.length]).toEqual(['sent', 1]);
  });

  it("the installation's mail server", async () => {
    const conversation = await account.newConversation();
    await send(account, conversation, 'Hello in a transcript');

    const asked = await account.call('POST', `/conversations/${conversation.id}/transcript`, {
      email: 'boss@example.com',
    });
    await toldInLog();
    const { stdout } = await runParley(['doctor'], place, {
      NODE_EXTRA_CA_CERTS: certificate.certificateFile,
      PARLEY_MAIL_SMTP_URL: `smtps://parley:secret@127.0.0.1:${proxies.installation.port}`,
    });
    proxies.installation.renew();
    const mails = await mailServer.mailsTo('boss@example.com');

    expect(asked.status).toBeLessThan(300);
    expect(stdout).toMatch(EXPIRED);
    expect(mails).toHaveLength(1);
  });

  it("a mailbox's server", async () => {
    const channel = { type: 'email', email: imap.login, ...imap.channel(), imap_enable_ssl: true };
    const { body: inbox } = await account.call('POST', '/inboxes', {
      name: 'Mail',
      channel: { ...channel, imap_port: proxies.imap.port },
    });
    imap.deliver(
      'From: carla@example.com\r\nTo: us@acme.example\r\nMessage-ID: <1@example.com>\r\n\r\nIs it open?\r\n',
    );

    const { body: troubled } = await eventually(
      () => account.call('GET', `/inboxes/${inbox.id}`),
      ({ body }) => body.imap_error !== null,
    );
    proxies.imap.renew();
    const { body: list } = await eventually(
      () => account.call('GET', `/conversations?inbox_id=${inbox.id}&status=all&assignee_type=all`),
      ({ body }) => body.data.payload.length > 0,
    );
    const { body: mended } = await eventually(
      () => account.call('GET', `/inboxes/${inbox.id}`),
      ({ body }) => body.imap_error === null,
    );

    expect(troubled.imap_error).toMatch(EXPIRED);
    expect(list.data.payload).toHaveLength(1);
    expect(mended.imap_error).toBeNull();
  });

  it('a server that gives access tokens', async () => {
    const proxy = await proxyTo(portOf(mailServer.url));
    setDefaultCACertificates([...getCACertificates('default'), certificate.expired.cert]);

    const reply = await ask('POST', `https://127.0.0.1:${proxy.port}/token`, { form: { client_secret: 'secret' } }, []);
    await proxy.stop();

    // What is unavailable is asked for again, and the tokens that there are stay good.
    expect(reply).toEqual({ is: 'unavailable', reason: expect.stringMatching(EXPIRED) });
  });

  it('the translation service', async () => {
    const conversation = await account.newConversation();
    const { body: message } = await send(account, conversation, 'Hello');
    const translate = () =>
      account.call('POST', `${messagesIn(conversation)}/${message.id}/translate`, { target_language: 'de' });

    const refused = await translate();
    await toldInLog();
    proxies.translator.renew();
    const translated = await translate();

    expect([refused.status, refused.body]).toEqual([
      503,
      { error: 'Translation service unavailable', message: expect.any(String) },
    ]);
    expect([translated.status, translator.asked.length]).toEqual([200, 1]);
  });
});

type Attributes = Record<string, unknown>;
