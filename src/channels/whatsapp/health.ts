import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import { AppError, invalid } from '../../errors.ts';
import type { ChannelRecord } from '../../records/inbox.ts';
import type { Secrets } from '../channel.ts';
import { LoginRefused } from '../login.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, configIn, graphAt } from './hosts.ts';
import { whatsapp } from './settings.ts';

/** The limit as older versions name it. */
const FORMER_LIMIT = 'messaging_limit_tier';
const FIELDS = [
  'id',
  'status',
  'quality_rating',
  'whatsapp_business_manager_messaging_limit',
  FORMER_LIMIT,
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
  const ask = (fields: readonly string[]) =>
    askHost(http, CLOUD_API_NAME, place, { searchParams: { fields: fields.join(',') } });
  const number = await askWhatIsThere(ask);
  return { number, businessId: configIn(secrets, 'business_account_id') || null };
}

/** Asks for all fields, or for each alone if that is refused: versions of the API differ, and refuse unknown fields. */
async function askWhatIsThere(ask: (fields: readonly string[]) => Promise<Attributes>): Promise<Attributes> {
  const all = await ask(FIELDS).catch(unlessRefused);
  if (!(all instanceof AppError)) return all;
  const newest = await ask(FIELDS.filter((field) => field !== FORMER_LIMIT)).catch(unlessRefused);
  if (!(newest instanceof AppError)) return newest;
  const [id, ...others] = FIELDS;
  // If even the id is refused, the problem is the number.
  const number = await ask([id ?? '']).catch(unlessRefused);
  if (number instanceof AppError) throw all;
  const values = await Promise.all(others.map((field) => ask([field]).catch(unlessRefused)));
  return Object.assign(number, ...values.filter((value) => !(value instanceof AppError))) as Attributes;
}

/** The refusal of a request, unless it is about the login; other errors are thrown. */
function unlessRefused(error: unknown): AppError {
  const isOfRequest = error instanceof AppError && error.code === 'invalid' && !(error instanceof LoginRefused);
  if (isOfRequest) return error;
  throw error;
}
