import { type Got, type OptionsInit, TimeoutError } from 'got';
import type { Attributes } from '../entities/columns.ts';
import { storable } from '../fields/storable.ts';
import { mayPass } from '../outbound.ts';
import { SECOND } from '../time.ts';
import type { Outcome } from './transport.ts';

/** A provider's answer. `body`: of JSON, an empty object where it is none. */
export type ProviderAnswer = { status: number; body: Attributes };

/** What is wrong with the connection when nothing has been sent yet. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
/** The phases of a request, as got names them, that come before anything is sent. */
const EARLY_PHASES = new Set(['lookup', 'connect', 'secureConnect']);
const TIMEOUTS = { lookup: 10 * SECOND, connect: 10 * SECOND, secureConnect: 10 * SECOND, response: 30 * SECOND };
/** For all of it, with files. */
const LONGEST_MS = 120 * SECOND;
const TOO_MANY_REQUESTS = 429;
const UNKNOWN = [502, 504];
/** Characters of what a provider says that are kept. */
const REASON_LENGTH = 500;

/**
 * POSTs to a provider's address, and reads the outcome with `read` where there is an answer that is final. `read` may throw
 * for a body that is none of the provider's: it is doubtful then after a success.
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
    const answer = { status: statusCode, body: objectIn(String(body)) };
    const outcome = read(answer);
    const pause = Number(headers['retry-after']);
    const isLate = outcome.is === 'later' && outcome.afterMs === null && statusCode === TOO_MANY_REQUESTS && pause > 0;
    return storableOutcome(isLate ? { ...outcome, afterMs: pause * SECOND } : outcome);
  } catch (error) {
    return storableOutcome(outcomeOfError(error as Error & { code?: string }));
  }
}

/** The outcome with texts that can be stored. */
function storableOutcome(outcome: Outcome): Outcome {
  if (outcome.is === 'accepted') return { ...outcome, id: outcome.id && storable(outcome.id, REASON_LENGTH) };
  return { ...outcome, reason: storable(outcome.reason, REASON_LENGTH) };
}

/** The outcome of a refusal, by its status: later where that may help. */
export function refusal(status: number, reason: string): Outcome {
  // A gateway that does not know what became of the request.
  if (UNKNOWN.includes(status)) return { is: 'doubtful', reason };
  return mayPass(status) ? { is: 'later', reason, afterMs: null } : { is: 'refused', reason };
}

export const isSuccess = (status: number) => status >= 200 && status < 300;

function outcomeOfError(error: Error & { code?: string }): Outcome {
  const reason = error.code && !error.message.includes(error.code) ? `${error.code}: ${error.message}` : error.message;
  const isEarly = error instanceof TimeoutError ? EARLY_PHASES.has(error.event) : BEFORE_SENDING.has(error.code ?? '');
  return isEarly ? { is: 'later', reason, afterMs: null } : { is: 'doubtful', reason };
}

function objectIn(body: string): Attributes {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
  } catch {
    return {};
  }
}
