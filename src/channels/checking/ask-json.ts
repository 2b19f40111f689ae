import type { Got } from 'got';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, certificateProblem, invalid } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';
import { mayPass } from '../../outbound.ts';
import { SECOND } from '../../time.ts';
import { isSuccess } from '../ask-provider.ts';
import { objectIn, textAt } from '../receiving/json-parts.ts';

const TIMEOUT_MS = 10 * SECOND;
/** Longer reasons of providers are cut. */
const REASON_LENGTH = 300;

/**
 * What a provider answers to GET; {} where it is no object.
 * @throws AppError `invalid` when it refuses, with its words, `unavailable` when it cannot be reached or may answer later
 */
export async function askJson(
  http: Got,
  provider: string,
  url: string,
  headers: Record<string, string>,
): Promise<Attributes> {
  const options = { headers, timeout: { request: TIMEOUT_MS }, responseType: 'text' } as const;
  const { statusCode, body } = await http.get(url, options).catch((error: Error & { code?: string }) => {
    const { host } = new URL(url);
    const problem = certificateProblem(error, host) ?? `${host} cannot be reached (${error.code ?? error.message})`;
    throw unavailable(provider, problem);
  });
  const answer = readable(body);
  if (isSuccess(statusCode)) return answer;
  const said = textAt(answer, 'message') || textAt(answer, 'description') || 'without a reason';
  const reason = storable(`${provider} answered ${statusCode}: ${said}`, REASON_LENGTH);
  throw mayPass(statusCode) ? unavailable(provider, reason) : invalid(`${provider} refused`, reason);
}

const unavailable = (provider: string, detail: string) =>
  new AppError('unavailable', `${provider} is unavailable`, { detail });

function readable(body: string): Attributes {
  try {
    return objectIn(body);
  } catch {
    return {};
  }
}
