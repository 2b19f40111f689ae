import type { Got, OptionsInit } from 'got';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import { storableValue } from '../../fields/storable.ts';
import { SECOND } from '../../time.ts';
import { isSuccess } from '../ask-provider.ts';
import type { Place } from './hosts.ts';

const TOO_MANY_REQUESTS = 429;
const TIMEOUT_MS = 30 * SECOND;

/**
 * What the service called `name` answers when it is asked at `place`.
 * @throws AppError `invalid` when it refuses the number or its key, `unavailable` when it cannot be reached, limits
 *   requests, fails, or gives no readable answer
 */
export async function askHost(
  http: Got,
  name: string,
  { url, headers }: Place,
  options: OptionsInit = {},
): Promise<Attributes> {
  const timeout = { request: TIMEOUT_MS };
  const all = { ...options, headers, timeout, responseType: 'text', isStream: false, resolveBodyOnly: false } as const;
  const { statusCode, body } = await http(url, all).catch(() => {
    throw unavailable(name, 'it cannot be reached');
  });
  // The text of the answer may contain the key, so it is not repeated.
  if (statusCode >= 400 && statusCode < 500 && statusCode !== TOO_MANY_REQUESTS) {
    throw invalid('WhatsApp refused the request', `${name} answered ${statusCode}: check the inbox's provider_config`, [
      'channel.provider_config',
    ]);
  }
  if (!isSuccess(statusCode)) throw unavailable(name, `it answered ${statusCode}`);
  return objectIn(name, String(body));
}

function objectIn(name: string, body: string): Attributes {
  try {
    const value = JSON.parse(body, storableValue) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Attributes;
  } catch {
    // Reported below.
  }
  throw unavailable(name, 'its answer cannot be read');
}

function unavailable(name: string, why: string): AppError {
  return new AppError('unavailable', 'WhatsApp is not available', { detail: `${name} does not help: ${why}` });
}
