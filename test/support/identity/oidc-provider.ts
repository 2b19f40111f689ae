import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A whole OpenID Connect provider, with pages on which people sign in and consent in a browser. */
export type WholeProvider = {
  url: string;
  /** Has it know the server with this public address, and answer. */
  open(publicUrl: string): Promise<void>;
  stop(): Promise<void>;
};

export const CLIENT = { id: 'parley', secret: 'hush-hush-hush-hush-hush-hush-hush-hush' };

/** It knows everybody: who signs in as NAME has the address NAME@example.com. */
export async function givenWholeProvider(): Promise<WholeProvider> {
  const { warn, info } = console;
  // It says at length what in it is not for production.
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async open(publicUrl) {
      const provider = await newProvider(url, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: ['/auth/oidc', '/omniauth/google_oauth2'].map((path) => `${publicUrl}${path}/callback`),
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: id }),
        }),
        cookies: { keys: ['one'] },
      });
      const answer = provider.callback();
      server.on('request', (request, response) => void answer(request, response));
    },
    async stop() {
      Object.assign(console, { warn, info });
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type Provider = { callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void> };

async function newProvider(issuer: string, how: object): Promise<Provider> {
  const { Provider } = await loadProvider();
  return new Provider(issuer, how);
}

/** The package has no types; without them, the compiler does not take its name. */
const loadProvider = () =>
  import('oidc-provider' as string) as Promise<{ Provider: new (issuer: string, how: object) => Provider }>;
