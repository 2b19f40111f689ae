import { AppError, invalid } from '../../errors.ts';
import { mayPass } from '../../outbound.ts';
import { SECOND } from '../../time.ts';
import { isSuccess } from '../ask-provider.ts';
import { objectIn, textAt } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';

const TIMEOUT_MS = 10 * SECOND;

/**
 * Whether the token was issued for the channel of the inbox.
 * @throws AppError `invalid` when LINE refuses the token, `unavailable` when it may answer later
 */
export async function ownsChannel({ http, urls, channel }: ReceivingMeans): Promise<boolean> {
  const form = { access_token: String(channel.secrets['line_channel_token'] ?? '') };
  const { statusCode, body } = await http
    .post(`${urls.line_url}/v2/oauth/verify`, { form, timeout: { request: TIMEOUT_MS }, responseType: 'text' })
    .catch((error: Error) => {
      throw new AppError('unavailable', 'LINE is unavailable', { detail: error.message });
    });
  if (isSuccess(statusCode)) return textAt(objectIn(body), 'client_id') === channel.settings['line_channel_id'];
  const reason = `LINE answered ${statusCode}`;
  throw mayPass(statusCode)
    ? new AppError('unavailable', 'LINE is unavailable', { detail: reason })
    : invalid('LINE refused', reason, ['channel.line_channel_token']);
}
