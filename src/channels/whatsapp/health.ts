import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import type { ChannelRecord } from '../../records/inbox.ts';
import type { Secrets } from '../channel.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, configIn, graphAt } from './hosts.ts';
import { whatsapp } from './settings.ts';

const FIELDS = [
  'id',
  'status',
  'quality_rating',
  'messaging_limit_tier',
  'display_phone_number',
  'verified_name',
  'name_status',
  'account_mode',
  'code_verification_status',
  'webhook_configuration',
  'throughput',
  'last_onboarded_time',
  'platform_type',
  'certificate',
];

/**
 * The number as the WhatsApp Cloud API reports it; the business account's id in the channel's settings, null = not set.
 */
export type WhatsappHealth = { number: Attributes; businessId: string | null };

/**
 * Asks the Cloud API for the state of the channel's phone number; `urls` say where it is.
 * @throws AppError `bad_request` for another kind of channel or provider, `invalid` when settings are missing or the
 *   Cloud API refuses the number or its key, `unavailable` when the API cannot be reached, limits requests, fails, or
 *   gives no readable answer
 */
export async function readWhatsappHealth(
  http: Got,
  urls: Config['channels'],
  channel: ChannelRecord,
  secrets: Secrets,
): Promise<WhatsappHealth> {
  if (channel.type !== 'whatsapp' || channel.settings['provider'] !== 'whatsapp_cloud') {
    throw new AppError('bad_request', 'Health data only available for WhatsApp Cloud API channels');
  }
  const obstacle = whatsapp.obstacle(channel, secrets, false);
  if (obstacle !== null) throw invalid('Validation failed', obstacle, ['channel.provider_config']);

  const place = graphAt(urls, { secrets }, 'phone_number_id');
  const number = await askHost(http, CLOUD_API_NAME, place, { searchParams: { fields: FIELDS.join(',') } });
  return { number, businessId: configIn(secrets, 'business_account_id') || null };
}
