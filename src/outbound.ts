import type { Got } from 'got';
import type { Config } from './config.ts';
import type { OutboundClient } from './outbound-client.ts';

/**
 * The HTTP client for URLs that users give (outbound-client.ts). It is loaded at the first call, so that commands and the
 * server start faster. `close` ends its idle connections.
 */
export function openHttp(config: Config): {
  http(): Promise<Got>;
  receivers(): Promise<Got>;
  domains(): Promise<Got>;
  close(): Promise<void>;
} {
  let opened: Promise<OutboundClient> | null = null;

  async function open(): Promise<OutboundClient> {
    const { openOutboundClient } = await import('./outbound-client.ts');
    return openOutboundClient(config);
  }

  const client = () => (opened ??= open());

  return {
    http: async () => (await client()).http,
    receivers: async () => (await client()).receivers,
    domains: async () => (await client()).domains,
    async close() {
      (await opened)?.close();
    },
  };
}

/** Statuses besides 5xx after which trying again later may succeed. */
const PASSING = [408, 425, 429];

/** Whether a request that was answered with this status may succeed later. */
export function mayPass(status: number): boolean {
  return status >= 500 || PASSING.includes(status);
}
