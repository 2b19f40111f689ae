import type { Got, OptionsInit } from 'got';
import type { Attributes, Json } from '../../entities/columns.ts';
import { AppError, certificateProblem, invalid } from '../../errors.ts';
import { parseJsonText } from '../../fields/json-text.ts';
import { SECOND } from '../../time.ts';
import { isSuccess } from '../ask-provider.ts';
import { LoginRefused, UNAUTHORIZED } from '../login.ts';
import { errorIn, meaningOf } from './errors.ts';
import { objectIn, type Place } from './hosts.ts';

const TOO_MANY_REQUESTS = 429;
const TIMEOUT_MS = 30 * SECOND;
const REFUSED = 'WhatsApp refused the request';
const SETTINGS = ['channel.provider_config'];

/**
 * The answer of the service called `name` at `place`. `refusalOf` makes the error of an answer that refuses the request, and not the
 * key; absent = an error without any text of the answer.
 * @throws LoginRefused when it refuses the key; AppError `invalid` when it refuses the number or the request,
 *   `unavailable` when it cannot be reached, limits requests, fails, or gives no readable answer
 */
export async function askHost(
  http: Got,
  name: string,
  { url, headers }: Place,
  options: OptionsInit = {},
  refusalOf?: (body: Attributes) => AppError,
): Promise<Attributes> {
  const timeout = { request: TIMEOUT_MS };
  const all = { ...options, headers, timeout, responseType: 'text', isStream: false, resolveBodyOnly: false } as const;
  const { statusCode, body } = await http(url, all).catch((error: unknown) => {
    throw unavailable(name, certificateProblem(error, new URL(url).host) ?? 'it cannot be reached');
  });
  // The text of the answer may contain the key, so it is not repeated.
  if (statusCode >= 400 && statusCode < 500 && statusCode !== TOO_MANY_REQUESTS) {
    const detail = `${name} answered ${statusCode}: check the inbox's provider_config`;
    if (isLoginRefused(statusCode, String(body))) throw new LoginRefused(REFUSED, detail, SETTINGS);
    throw refusalOf?.(bodyIn(String(body))) ?? invalid(REFUSED, detail, SETTINGS);
  }
  if (!isSuccess(statusCode)) throw unavailable(name, `it answered ${statusCode}`);
  return answerIn(name, String(body));
}

function isLoginRefused(status: number, body: string): boolean {
  return status === UNAUTHORIZED || meaningOf(codeIn(body)) === 'login';
}

/** Null = the answer has none. */
const codeIn = (body: string) => errorIn(bodyIn(body)).code;

/** {} = the body is no object. */
function bodyIn(body: string): Attributes {
  try {
    return objectIn(JSON.parse(body) as Json);
  } catch {
    return {};
  }
}

function answerIn(name: string, body: string): Attributes {
  try {
    const value = parseJsonText(body, { values: Number.POSITIVE_INFINITY });
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Attributes;
  } catch {
    // Reported below.
  }
  throw unavailable(name, 'its answer cannot be read');
}

function unavailable(name: string, why: string): AppError {
  return new AppError('unavailable', 'WhatsApp is not available', { detail: `${name} does not help: ${why}` });
}
