import type { Got } from 'got';
import { cancelLong, UNPACKED } from '../answer-limits.ts';
import { SECOND } from '../time.ts';

const TIMEOUTS = { lookup: 10 * SECOND, connect: 10 * SECOND, secureConnect: 10 * SECOND, request: 30 * SECOND };

let opened: Promise<Got> | null = null;

/**
 * The HTTP client for the addresses of `oauth` and `integrations` in the settings, which may be private. It follows no
 * redirects, does not retry, does not throw for any status, and cancels what is answered with too many bytes. It is loaded at
 * the first call.
 */
export function providerClient(): Promise<Got> {
  opened ??= import('got').then(({ got }) =>
    got.extend({
      followRedirect: false,
      retry: { limit: 0 },
      throwHttpErrors: false,
      timeout: TIMEOUTS,
      responseType: 'text',
      ...UNPACKED,
      handlers: [cancelLong],
    }),
  );
  return opened;
}
