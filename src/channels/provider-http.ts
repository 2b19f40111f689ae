import type { Got } from 'got';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { cancelLong, UNPACKED } from '../answer-limits.ts';

let opened: Promise<Got> | null = null;

/**
 * The HTTP client for the providers that send messages. They are where the installation's settings say, which may be a
 * private address. It follows no redirects, does not retry, does not throw for any status, and cancels what is answered
 * with too many bytes, unless it is a stream. It is loaded at the first call.
 */
export function providerHttp(): Promise<Got> {
  opened ??= import('got').then(({ got }) =>
    got.extend({
      agent: newAgents(),
      followRedirect: false,
      retry: { limit: 0 },
      throwHttpErrors: false,
      ...UNPACKED,
      handlers: [cancelLong],
    }),
  );
  return opened;
}

/**
 * Each request has its own connection: when a server closes a reused connection meanwhile, it is unknown whether the request
 * arrived.
 */
const newAgents = () => ({ http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) });
