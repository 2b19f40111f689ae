import type { Got } from 'got';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

let opened: Promise<Got> | null = null;

/**
 * The HTTP client for the providers that send messages. They are where the installation's settings say, which may be a
 * private address. It follows no redirects, does not retry, and does not throw for any status. It is loaded at the first call.
 */
export function providerHttp(): Promise<Got> {
  opened ??= import('got').then(({ got }) =>
    got.extend({ agent: newAgents(), followRedirect: false, retry: { limit: 0 }, throwHttpErrors: false }),
  );
  return opened;
}

/** Each request has a connection of its own: of one that the other end closes meanwhile, nobody knows whether it arrived. */
const newAgents = () => ({ http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) });
