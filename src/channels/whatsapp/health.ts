import type { Got } from 'got';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import type { ChannelRecord } from '../../records/inbox.ts';
import type { Secrets } from '../channel.ts';
import { API_VERSION } from './hosts.ts';
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
 * Asks the Cloud API at `baseUrl` for the state of the channel's phone number.
 * @throws AppError `bad_request` for another kind of channel or provider, `invalid` when settings are missing or the
 *   Cloud API refuses the number or its key, `unavailable` when the API cannot be reached, limits requests, fails, or
 *   gives no readable answer
 */
export async function readWhatsappHealth(
  http: Got,
  baseUrl: string,
  channel: ChannelRecord,
  secrets: Secrets,
): Promise<WhatsappHealth> {
  if (channel.type !== 'whatsapp' || channel.settings['provider'] !== 'whatsapp_cloud') {
    throw new AppError('bad_request', 'Health data only available for WhatsApp Cloud API channels');
  }
  const obstacle = whatsapp.obstacle(channel, secrets, false);
  if (obstacle !== null) throw invalid('Validation failed', obstacle, ['channel.provider_config']);

  const config = secrets['provider_config'] as Record<string, string>;
  const url = `${baseUrl.replace(/\/+$/, '')}/${API_VERSION}/${encodeURIComponent(config['phone_number_id'] ?? '')}`;
  const number = await ask(http, url, config['api_key'] ?? '');
  return { number, businessId: config['business_account_id'] ?? null };
}

async function ask(http: Got, url: string, key: string): Promise<Attributes> {
  const options = { searchParams: { fields: FIELDS.join(',') }, headers: { authorization: `Bearer ${key}` } };
  const { statusCode, body } = await http.get(url, options).catch(() => {
    throw unavailable('it cannot be reached');
  });
  // The text of the answer may contain the key, so it is not repeated.
  if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) {
    throw invalid(
      'WhatsApp refused the request',
      `the Cloud API answered ${statusCode}: check phone_number_id and api_key in provider_config`,
      ['channel.provider_config'],
    );
  }
  if (statusCode !== 200) throw unavailable(`it answered ${statusCode}`);
  return objectIn(body);
}

function objectIn(body: string): Attributes {
  try {
    const value = JSON.parse(body) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Attributes;
  } catch {
    // Reported below.
  }
  throw unavailable('its answer cannot be read');
}

function unavailable(why: string): AppError {
  return new AppError('unavailable', 'WhatsApp is not available', { detail: `the Cloud API does not help: ${why}` });
}
