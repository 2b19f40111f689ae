import { got, type Got } from 'got';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { Config } from './config.ts';

/**
 * An HTTP client for addresses that users give. It connects to public addresses and to `webhooks.allowed_networks`
 * only, whatever name they hide behind; it follows no redirect, retries nothing and never throws for a status.
 */
export function openHttp(config: Config): { http: Got; close(): void } {
  const filter = { allowIPAddressList: config.webhooks.allowed_networks.map(plainAddress), keepAlive: true };
  const agents = { http: new RequestFilteringHttpAgent(filter), https: new RequestFilteringHttpsAgent(filter) };

  const http = got.extend({
    agent: agents,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    timeout: { request: config.webhooks.timeout_seconds * 1000 },
  });

  return {
    http,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** A network of one address as that address: the filter compares those without regard to IPv4 or IPv6. */
function plainAddress(network: string): string {
  return network.replace(/(?<=\..*)\/32$|(?<=:.*)\/128$/, '');
}
