import { got, type Got } from 'got';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { isInNetworks, isReachable } from './addresses.ts';
import type { Config } from './config.ts';
import { guardedLookUp, lookUpWithin, notAllowed, notWithin } from './guarded-look-up.ts';
import { type LookUp, lookUpAt, openLookUp } from './look-up.ts';
import { cancelLong, UNPACKED } from './answer-limits.ts';
import { SECOND } from './time.ts';

/**
 * How long an idle connection is kept: shorter than most servers keep theirs, because a request that is sent while the
 * server closes the connection is lost.
 */
const IDLE_MS = 4 * SECOND;

/** Most literal addresses with a remembered decision. */
const MOST_ADDRESSES = 1000;

/**
 * `receivers`: for receivers of events; without TLS, it connects only inside of the networks, and only where that is allowed.
 * `domains`: for custom domains, of which the name servers of the settings are asked.
 */
export type OutboundClient = { http: Got; receivers: Got; domains: Got; close(): void };

/**
 * An HTTP client for URLs that users give. It connects only to public addresses and to `webhooks.allowed_networks`,
 * also when a name resolves to another one; it follows no redirects, does not retry, does not throw for any
 * status, unpacks nothing, and cancels what is answered with too many bytes, unless it is a stream.
 */
export function openOutboundClient(config: Config): OutboundClient {
  const { allowed_networks: networks, timeout_seconds } = config.webhooks;
  const timeoutMs = timeout_seconds * SECOND;
  const lookUp = openLookUp(timeoutMs);
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const guarded = (lookUp: LookUp) => ({ lookup: lookupBy(guardedLookUp(networks, lookUp)) });
  const agents = agentsOf({ ...kept, ...guarded(lookUp) });
  const { name_servers: servers } = config.help_centre;
  const plain = new HttpAgent({ ...kept, lookup: lookupBy(lookUpWithin(networks, lookUp)) });
  const http = guardedClient(agents, networks, timeoutMs);

  return {
    http,
    receivers: receiversClient(http, { ...agents, http: plain }, config.webhooks),
    // Each time anew: a connection that is kept leads to where the domain led before.
    domains: http.extend({ agent: agentsOf(guarded(servers.length === 0 ? lookUp : lookUpAt(servers))) }),
    close() {
      for (const agent of [agents.http, agents.https, plain]) agent.destroy();
    },
  };
}

type Agents = { http: HttpAgent; https: HttpsAgent };

const agentsOf = (options: AgentOptions): Agents => ({ http: new HttpAgent(options), https: new HttpsAgent(options) });

function receiversClient(
  http: Got,
  agent: Agents,
  { allowed_networks: networks, allow_http }: Config['webhooks'],
): Got {
  return http.extend({
    agent,
    hooks: {
      beforeRequest: [
        ({ url }) => {
          if (!(url instanceof URL) || url.protocol === 'https:') return;
          if (!allow_http) throw new Error('not allowed to connect without TLS: webhooks.allow_http is false');
          const host = hostOf(url);
          if (isIP(host) !== 0 && !isInNetworks(host, networks)) throw notWithin(host);
        },
      ],
    },
  });
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function guardedClient(agents: Agents, networks: readonly string[], timeoutMs: number): Got {
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
          const host = url instanceof URL ? hostOf(url) : '';
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
