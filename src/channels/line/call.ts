import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import { mayPass } from '../../outbound.ts';
import { SECOND } from '../../time.ts';
import { LoginRefused, UNAUTHORIZED } from '../login.ts';
import { objectIn } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';

const TIMEOUT_MS = 10 * SECOND;
const NOT_FOUND = 404;

/** The header with the token of the channel. */
export const authorization = (channel: ReceivingMeans['channel']) => ({
  authorization: `Bearer ${String(channel.secrets['line_channel_token'])}`,
});

/**
 * Calls what sends no message, and returns its answer.
 * @throws LoginRefused when LINE refuses the token; AppError `not_found` for a GET of what it does not have, `invalid` when
 *   it refuses the request, `unavailable` when it may answer later
 */
export async function callLine(
  { http, urls, channel }: ReceivingMeans,
  method: 'get' | 'put' | 'post',
  path: string,
  json?: Attributes,
): Promise<Attributes> {
  const options = { method, headers: authorization(channel), ...(json && { json }), timeout: { request: TIMEOUT_MS } };
  const { statusCode, body } = await http(`${urls.line_url}${path}`, { ...options, responseType: 'text' }).catch(
    (error: Error) => {
      throw new AppError('unavailable', 'LINE is unavailable', { detail: error.message });
    },
  );
  if (statusCode >= 200 && statusCode < 300) return objectIn(body || '{}');
  const reason = `LINE answered ${statusCode}`;
  if (method === 'get' && statusCode === NOT_FOUND) throw new AppError('not_found', 'Not at LINE', { detail: reason });
  if (statusCode === UNAUTHORIZED) throw new LoginRefused('LINE refused', reason);
  throw mayPass(statusCode)
    ? new AppError('unavailable', 'LINE is unavailable', { detail: reason })
    : invalid('LINE refused', reason);
}
