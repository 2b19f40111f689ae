import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { generate } from 'selfsigned';

/** Somebody, as a SAML provider knows them. */
export type SamlSomebody = { email: string; name?: string; groups?: string[] };

/** What of an answer is other than it should be: options of `samlp`, or its text after it was signed. */
export type SamlTwist = { options?: object; change?(xml: string): string };

/** A SAML provider on this machine (`samlp`), whose answers a test can spoil. */
export type SamlProvider = {
  /** The settings of an account that has it. */
  settings: { sso_url: string; certificate: string; idp_entity_id: string };
  /** Signs somebody in, as a browser at `address` would. Returns the answer that the browser is to send, in base64. */
  answer(address: string, somebody: SamlSomebody, twist?: SamlTwist): Promise<string>;
  /** Who signs in as soon as a browser opens the provider. */
  somebody: SamlSomebody;
  /** The answer `xml`, signed as a whole. */
  signed(xml: string, algorithm: 'sha1' | 'sha256' | 'sha512'): string;
  stop(): Promise<void>;
};

type Samlp = {
  getSamlResponse(options: object, user: object, done: (error: Error | null, xml: string) => void): void;
};

export async function givenSamlProvider(): Promise<SamlProvider> {
  const samlp = ((await import('samlp' as string)) as { default: Samlp }).default;
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'provider' }], { keySize: 2048 });
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', settings.sso_url).href;
    const { acs } = requestIn(address);
    provider.answer(address, provider.somebody).then(
      (answer) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(
          `<!doctype html><title>Provider</title><form method="post" action="${acs}">
            <input name="SAMLResponse" value="${answer}"><input name="RelayState" value="https://evil.example">
            <button>Continue</button></form>`,
        ),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // By this name it is another site than that of the app.
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const settings = { sso_url: `${url}/sso`, certificate: cert, idp_entity_id: `${url}/metadata` };

  const provider: SamlProvider = {
    settings,
    somebody: { email: `${randomUUID()}@example.com` },
    async answer(address, { email, name = 'Grace Hopper', groups = [] }, { options = {}, change }: SamlTwist = {}) {
      const { id, acs, issuer } = requestIn(address);
      const usual = {
        issuer: settings.idp_entity_id,
        cert,
        key,
        audience: issuer,
        recipient: acs,
        destination: acs,
        inResponseTo: id,
        lifetimeInSeconds: 300,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        profileMapper: () => ({
          getClaims: () => ({ displayName: name, ...(groups.length > 0 && { groups }) }),
          getNameIdentifier: () => ({ nameIdentifier: email }),
        }),
      };
      const xml = await new Promise<string>((resolve, reject) => {
        samlp.getSamlResponse({ ...usual, ...options }, {}, (error, text) => (error ? reject(error) : resolve(text)));
      });
      return Buffer.from(change ? change(xml) : xml).toString('base64');
    },
    signed: (xml, algorithm) =>
      signXml(
        xml,
        '/*',
        { reference: '/*/*[1]', action: 'after' },
        { privateKey: key, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
      ),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return provider;
}

/** What the request in the address asks for. */
export function requestIn(address: string): { id: string; acs: string; issuer: string } {
  const sent = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString();
  const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: found(/ ID="([^"]+)"/),
    acs: found(/ AssertionConsumerServiceURL="([^"]+)"/),
    issuer: found(/Issuer[^>]*>([^<]+)</),
  };
}
