import type { CancelableRequest, Got, HandlerFunction } from 'got';
import type { Config } from './config.ts';
import type { OutboundClient } from './outbound-client.ts';

/**
 * The HTTP client for URLs that users give (outbound-client.ts). It is loaded at the first call, so that commands and the
 * server start faster. `close` ends its idle connections.
 */
export function openHttp(config: Config): { http(): Promise<Got>; close(): Promise<void> } {
  let opened: Promise<OutboundClient> | null = null;

  async function open(): Promise<OutboundClient> {
    const { openOutboundClient } = await import('./outbound-client.ts');
    return openOutboundClient(config);
  }

  return {
    async http() {
      opened ??= open();
      return (await opened).http;
    },
    async close() {
      (await opened)?.close();
    },
  };
}

/** Bytes of the longest answer that is read. */
const ANSWER_BYTES = 10_000_000;

/** For the clients of services: cancels what is answered with more than ANSWER_BYTES, unless it is a stream. */
export const cancelLong: HandlerFunction = (options, next) => {
  const answer = next(options);
  if (options.isStream) return answer;
  const request = answer as unknown as CancelableRequest;
  void request.on('downloadProgress', ({ transferred }) => {
    if (transferred > ANSWER_BYTES) request.cancel();
  });
  return answer;
};

/** Statuses besides 5xx after which trying again later may succeed. */
const PASSING = [408, 425, 429];

/** Whether a request that was answered with this status may succeed later. */
export function mayPass(status: number): boolean {
  return status >= 500 || PASSING.includes(status);
}
