import type { Got, OptionsInit, RequestError } from 'got';
import { connectionFailure } from '../errors.ts';
import type { Attributes } from '../entities/columns.ts';
import { storable, storableReason } from '../fields/storable.ts';
import { mayPass } from '../outbound.ts';
import { SECOND } from '../time.ts';
import { UNAUTHORIZED } from './login.ts';
import type { Outcome } from './transport.ts';

/** A provider's answer. `body` is its JSON; {} for anything else. */
export type ProviderAnswer = { status: number; body: Attributes };

const TIMEOUTS = { lookup: 10 * SECOND, connect: 10 * SECOND, secureConnect: 10 * SECOND, response: 30 * SECOND };
/** For all of it, with files. */
const LONGEST_MS = 120 * SECOND;
const ID_LENGTH = 500;
const TOO_MANY_REQUESTS = 429;
const UNKNOWN = [502, 504];

/**
 * POSTs to a provider's address, and reads the outcome of a final answer with `read`. If `read` throws, because the body
 * is not the provider's, a success becomes doubtful. Only the status counts of an answer that is too long or too slow.
 */
export async function askProvider(
  http: Got,
  url: string,
  options: OptionsInit,
  read: (answer: ProviderAnswer) => Outcome,
): Promise<Outcome> {
  try {
    const { statusCode, body, headers } = await http(url, {
      method: 'POST',
      ...options,
      timeout: { ...TIMEOUTS, request: LONGEST_MS },
      responseType: 'text',
      isStream: false,
      resolveBodyOnly: false,
    });
    const outcome = read({ status: statusCode, body: objectIn(String(body)) });
    const pause = Number(headers['retry-after']);
    const isLate = outcome.is === 'later' && outcome.afterMs === null && statusCode === TOO_MANY_REQUESTS && pause > 0;
    return storableOutcome(isLate ? { ...outcome, afterMs: pause * SECOND } : outcome);
  } catch (error) {
    // The client made the request, and is loaded.
    const { RequestError } = await import('got');
    const reason = connectionFailure(error as Error, new URL(url).host);
    if (!(error instanceof RequestError)) return storableOutcome({ is: 'doubtful', reason });
    return storableOutcome(outcomeOfRequest(error, reason, url, read));
  }
}

/** The outcome with texts that can be stored. */
function storableOutcome(outcome: Outcome): Outcome {
  if (outcome.is === 'accepted') return { ...outcome, id: outcome.id && storable(outcome.id, ID_LENGTH) };
  return { ...outcome, reason: storableReason(outcome.reason) };
}

/** The outcome of a refusal, by its status: `later` if another attempt may succeed. */
export function refusal(status: number, reason: string): Outcome {
  // A gateway that does not know whether the request was carried out.
  if (UNKNOWN.includes(status)) return { is: 'doubtful', reason };
  if (mayPass(status)) return { is: 'later', reason, afterMs: null };
  return status === UNAUTHORIZED ? { is: 'refused', reason, because: 'login' } : { is: 'refused', reason };
}

/** The outcome of a success; without an id it may be the answer of something between the provider and this server. */
export function acceptance(provider: string, status: number, id: string | null): Outcome {
  if (id) return { is: 'accepted', id };
  return { is: 'doubtful', reason: `${provider} answered ${status} without an id of the message` };
}

export const isSuccess = (status: number) => status >= 200 && status < 300;

function outcomeOfRequest(
  error: RequestError,
  reason: string,
  url: string,
  read: (answer: ProviderAnswer) => Outcome,
): Outcome {
  // The status of an answer that began and did not end.
  const status = error.response?.statusCode;
  if (status === undefined && isEarly(error, url)) return { is: 'later', reason, afterMs: null };
  if (status === undefined) return { is: 'doubtful', reason };
  if (isSuccess(status)) return { is: 'doubtful', reason: `an answer with status ${status} cannot be read: ${reason}` };
  return read({ status, body: {} });
}

/** Whether it failed before anything was sent: each request has a connection of its own, and this one was never open. */
function isEarly({ timings }: RequestError, url: string): boolean {
  return (url.startsWith('https:') ? timings?.secureConnect : timings?.connect) === undefined;
}

function objectIn(body: string): Attributes {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
  } catch {
    return {};
  }
}
