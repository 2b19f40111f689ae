import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, type TestAccount } from '../../../support/factories.ts';
import { onlyIf } from '../../../support/only.ts';
import { type AtPort443, givenServerAtPort443, mayServeAtPort443 } from '../../../support/servers/at-port-443.ts';
import { givenNameServer } from '../../../support/servers/name-server.ts';
import { givenCertificate } from '../../../support/servers/trusted-certificate.ts';
import { givenPortal, newSlug } from '../given-portal.ts';

/** The most that is taken of a long answer: its beginning, and what is on its way when the rest is refused. */
const MOST_TAKEN = 8 * 2 ** 20;

onlyIf(await mayServeAtPort443(), describe)('GET /portals/{slug}/ssl_status', () => {
  const [domain, other] = [`${newSlug()}.example.com`, `${newSlug()}.example.com`];
  let test: TestApp;
  let account: TestAccount;
  let names: Awaited<ReturnType<typeof givenNameServer>>;
  let server: AtPort443;
  let portal: { slug: string };
  beforeAll(async () => {
    [names, server] = [await givenNameServer(), await givenServerAtPort443(await givenCertificate(domain))];
    test = await givenApp({
      'help_centre.name_servers': names.address,
      'webhooks.allowed_networks': '127.0.0.0/8',
      'server.public_url': 'https://desk.example.com',
    });
    account = await givenAccount(test);
    for (const name of [domain, other]) names.addresses.set(name, server.address);
    portal = await givenPortal(account, { custom_domain: domain });
  });
  afterAll(async () => {
    await test?.stop();
    await server?.stop();
    names?.stop();
  });

  const statusOf = async ({ slug } = portal) => (await account.call('GET', `/portals/${slug}/ssl_status`)).body;
  const passOn = (client: TLSSocket) => {
    const behind = connect(Number(new URL(test.url).port), '127.0.0.1');
    behind.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => behind.destroy());
    client.pipe(behind).pipe(client);
  };
  const answerWith = (head: string) => (client: TLSSocket) => {
    client.once('data', () => client.end(`HTTP/1.1 ${head}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`));
  };
  const NOT_BY_THIS = `${domain} is answered, but not by this portal: have it lead to desk.example.com, with the Host header kept`;

  it('is active where the domain leads to the portal', async () => {
    server.answer = passOn;

    expect(await statusOf()).toEqual({ status: 'active', verification_errors: [] });
  });

  it.each([
    ['with a page', '200 OK'],
    ['with another address', '302 Found\r\nLocation: https://example.com/'],
    ['with an error', '502 Bad Gateway'],
  ])('is pending where something else answers %s', async (_, head) => {
    server.answer = answerWith(head);

    expect(await statusOf()).toEqual({ status: 'pending', verification_errors: [NOT_BY_THIS] });
  });

  it('is pending where the portal there is another one', async () => {
    const german = { allowed_locales: ['de'], default_locale: 'de' };
    server.answer = answerWith('302 Found\r\nLocation: /en');
    await account.call('PATCH', `/portals/${portal.slug}`, { config: german });
    const { status } = await statusOf();
    await account.call('PATCH', `/portals/${portal.slug}`, {
      config: { allowed_locales: ['en'], default_locale: 'en' },
    });

    expect([status, (await statusOf()).status]).toEqual(['pending', 'active']);
  });

  it('is pending, with the reason, where the certificate is for another name', async () => {
    server.answer = passOn;

    const { status, verification_errors } = await statusOf(await givenPortal(account, { custom_domain: other }));

    expect(status).toBe('pending');
    expect(verification_errors).toEqual([expect.stringContaining(other)]);
    expect(verification_errors).toEqual([expect.stringMatching(/certificate/)]);
  });

  it('is pending, with the reason, where the name servers know no address', async () => {
    const nowhere = `${newSlug()}.example.com`;

    const { status, verification_errors } = await statusOf(await givenPortal(account, { custom_domain: nowhere }));

    expect([status, verification_errors]).toEqual(['pending', [expect.stringContaining(nowhere)]]);
  });

  it('reads no more than the head of what is answered', async () => {
    const ended = Promise.withResolvers<number>();
    server.answer = (client) => {
      const piece = Buffer.alloc(2 ** 16, 'x');
      let taken = 0;
      client.once('close', () => ended.resolve(taken));
      client.once('data', async () => {
        client.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
        while (!client.destroyed && taken <= MOST_TAKEN) {
          taken += piece.length;
          if (!client.write(piece)) await Promise.race([once(client, 'drain'), once(client, 'close')]).catch(() => {});
        }
        client.destroy();
      });
    };

    const { verification_errors } = await statusOf();

    expect(verification_errors).toEqual([NOT_BY_THIS]);
    expect(await ended.promise).toBeLessThan(MOST_TAKEN);
  });
});
