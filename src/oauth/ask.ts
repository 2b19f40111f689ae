import type { IncomingHttpHeaders } from 'node:http';
import type { Method, OptionsInit } from 'got';
import { certificateProblem } from '../errors.ts';
import type { Attributes, Json } from '../entities/columns.ts';
import { storable } from '../fields/storable.ts';
import { mayPass } from '../outbound.ts';
import { providerClient } from './provider-client.ts';

/** The result of a request to a provider. Reasons are parts of sentences, and never contain a sent secret. */
export type Reply =
  | { is: 'granted'; body: Attributes; headers?: IncomingHttpHeaders }
  /** It says no, and will say so again. `code`: its own word for why, '' = none; `status`: that of its answer, 0 = none. */
  | { is: 'refused'; code: string; reason: string; status: number }
  /** It cannot be reached, or cannot say now. */
  | { is: 'unavailable'; reason: string };

/** Longer reasons of providers are cut. */
const REASON_LENGTH = 300;
/** Error codes after which a repetition may help, and error codes for wrong settings of the operator. */
const PASSING = [
  'temporarily_unavailable',
  'server_error',
  'slow_down',
  'ratelimited',
  'rate_limited',
  'internal_error',
  'internal_server_error',
  'throttled',
  'fatal_error',
  'service_unavailable',
  'invalid_client',
  'invalid_client_id',
  'bad_client_secret',
];

/** Asks a provider for something; `secrets` are what its answer must not be shown with. */
export async function ask(
  method: Method,
  url: string,
  options: Pick<OptionsInit, 'form' | 'json' | 'searchParams' | 'headers'>,
  secrets: readonly string[],
): Promise<Reply> {
  const http = await providerClient();
  try {
    const headers = { accept: 'application/json', ...options.headers };
    const answer = await http(url, { ...options, method, headers, isStream: false, resolveBodyOnly: false });
    return read(answer, objectIn(String(answer.body)), (text) => withoutSecrets(text, secrets));
  } catch (error) {
    // The error itself has the whole request in it.
    return { is: 'unavailable', reason: unreachable(error, new URL(url).host) };
  }
}

/** The error's own words may have what was sent in them. */
function unreachable(error: unknown, host: string): string {
  const { code = 'no answer' } = error as { code?: string };
  return certificateProblem(error, host) ?? `${host} cannot be reached (${code})`;
}

function read(
  { statusCode: status, headers }: { statusCode: number; headers: IncomingHttpHeaders },
  body: Attributes,
  clean: (text: string) => string,
): Reply {
  const { code, text } = problemIn(body);
  const hasFailed = status >= 300 || code !== '' || body['ok'] === false;
  if (!hasFailed) return { is: 'granted', body, headers };
  const reason = clean(text || code || `it answered ${status}`);
  return mayPass(status) || PASSING.includes(code)
    ? { is: 'unavailable', reason }
    : { is: 'refused', code: clean(code), reason, status };
}

/** The error in a body, in the forms of RFC 6749, Slack, Meta, Google, GraphQL, Cloudflare and Shopify. */
function problemIn(body: Attributes): { code: string; text: string } {
  const { error, errors } = body;
  if (typeof error === 'object' && error !== null && !Array.isArray(error)) {
    return { code: textOf(error['type']) || textOf(error['status']) || 'error', text: textOf(error['message']) };
  }
  const several = textsOf(errors ?? null);
  if (several !== '') return { code: graphqlCode(errors) || 'errors', text: several };
  const code = textOf(error) || textOf(body['error_type']);
  const text = textOf(body['error_description']) || textOf(body['error_message']);
  return { code, text: text && code ? `${text} (${code})` : text };
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The code of the first error of GraphQL, such as `throttled`; '' = it has none. */
function graphqlCode(errors: Json | undefined): string {
  const [first] = Array.isArray(errors) ? errors : [];
  return textOf(partOf(partOf(first, 'extensions'), 'code')).toLowerCase();
}

const partOf = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;

/** Errors as one text, a list of texts or of objects with a message, or an object with such values. */
function textsOf(errors: Json): string {
  if (typeof errors !== 'object' || errors === null) return textOf(errors);
  if (!Array.isArray(errors) && typeof errors['message'] === 'string') return errors['message'];
  return Object.values(errors).map(textsOf).filter(Boolean).join('; ');
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '');
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
  return storable(clean.replaceAll(/\s+/g, ' '), REASON_LENGTH);
}

function objectIn(body: string): Attributes {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Attributes) : {};
  } catch {
    return {};
  }
}
