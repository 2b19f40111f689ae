import { got, type Got } from 'got';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { isReachable } from './addresses.ts';
import type { Config } from './config.ts';
import { guardedLookUp, notAllowed } from './guarded-look-up.ts';
import { type LookUp, openLookUp } from './look-up.ts';
import { cancelLong, UNPACKED } from './answer-limits.ts';
import { SECOND } from './time.ts';

/**
 * How long an idle connection is kept: shorter than most servers keep theirs, because a request that is sent while the
 * server closes the connection is lost.
 */
const IDLE_MS = 4 * SECOND;

/** Literal addresses of which it is remembered whether they may be reached. */
const MOST_ADDRESSES = 1000;

export type OutboundClient = { http: Got; close(): void };

/**
 * An HTTP client for URLs that users give. It connects only to public addresses and to `webhooks.allowed_networks`,
 * also when a name resolves to another one; it follows no redirects, does not retry, does not throw for any
 * status, unpacks nothing, and cancels what is answered with too many bytes, unless it is a stream.
 */
export function openOutboundClient(config: Config): OutboundClient {
  const { allowed_networks: networks, timeout_seconds } = config.webhooks;
  const timeoutMs = timeout_seconds * SECOND;
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    lookup: lookupBy(guardedLookUp(networks, openLookUp(timeoutMs))),
  };
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };

  return {
    http: guardedClient(agents, networks, timeoutMs),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function guardedClient(
  agents: { http: HttpAgent; https: HttpsAgent },
  networks: readonly string[],
  timeoutMs: number,
): Got {
  // A receiver's address is asked for with each delivery, and parsing it and the networks takes longer than signing.
  const reachable = new LRUCache<string, boolean>({
    max: MOST_ADDRESSES,
    memoMethod: (host) => isReachable(host, networks),
  });
  return got.extend({
    agent: agents,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    ...UNPACKED,
    handlers: [cancelLong],
    timeout: { request: timeoutMs },
    hooks: {
      beforeRequest: [
        // A literal address is not looked up, so it is checked here.
        ({ url }) => {
          const host = url instanceof URL ? url.hostname.replace(/^\[|\]$/g, '') : '';
          if (isIP(host) !== 0 && reachable.memo(host) !== true) throw notAllowed(host);
        },
      ],
    },
  });
}

/** The look-up in the form that agents take. */
function lookupBy(lookUp: LookUp): LookupFunction {
  const lookup = callbackify(lookUp);
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, addresses: LookupAddress[] | undefined) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (options.all) callback(null, addresses ?? []);
      else callback(null, first.address, first.family);
    });
  };
}
