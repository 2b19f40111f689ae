import type { CancelableRequest, Got, HandlerFunction } from 'got';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Bytes of the longest answer that is read. */
const ANSWER_BYTES = 10_000_000;

let opened: Promise<Got> | null = null;

/**
 * The HTTP client for the providers that send messages. They are where the installation's settings say, which may be a
 * private address. It follows no redirects, does not retry, does not throw for any status, and cancels what is answered
 * with more than ANSWER_BYTES, unless it is a stream. It is loaded at the first call.
 */
export function providerHttp(): Promise<Got> {
  opened ??= import('got').then(({ got }) =>
    got.extend({
      agent: newAgents(),
      followRedirect: false,
      retry: { limit: 0 },
      throwHttpErrors: false,
      // What is not packed cannot unpack to more than what has been counted.
      decompress: false,
      headers: { 'accept-encoding': 'identity' },
      handlers: [cancelLong],
    }),
  );
  return opened;
}

const cancelLong: HandlerFunction = (options, next) => {
  const answer = next(options);
  if (options.isStream) return answer;
  const request = answer as unknown as CancelableRequest;
  void request.on('downloadProgress', ({ transferred }) => {
    if (transferred > ANSWER_BYTES) request.cancel();
  });
  return answer;
};

/** Each request has a connection of its own: of one that the other end closes meanwhile, nobody knows whether it arrived. */
const newAgents = () => ({ http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) });
