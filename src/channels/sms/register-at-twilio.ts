import type { Attributes } from '../../entities/columns.ts';
import { listAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';
import { accountUrl, askTwilio } from './ask-twilio.ts';
import { sms } from './settings.ts';
import { mediumOf } from './twilio-addresses.ts';

/** Where Twilio tells what becomes of messages. */
export const STATUS_PATH = '/twilio/delivery_status';

/**
 * Tells Twilio where it tells what the number, or the messaging service, receives. Addresses that Twilio cannot reach are not
 * told, and senders of WhatsApp have their address in Twilio's console.
 */
export async function registerAtTwilio(url: string, means: ReceivingMeans): Promise<Attributes> {
  const { settings, secrets } = means.channel;
  if (!url.startsWith('https://') || sms.obstacle(means.channel, secrets, false) !== null) return {};
  const service = settings['messaging_service_sid'];
  if (typeof service === 'string') return registerService(url, service, means);
  return mediumOf(settings) === 'sms' ? registerNumber(url, String(settings['phone_number']), means) : {};
}

async function registerService(
  url: string,
  service: string,
  { http, urls, channel }: ReceivingMeans,
): Promise<Attributes> {
  await askTwilio(http, channel, 'POST', `${urls.twilio_messaging_url}/v1/Services/${encodeURIComponent(service)}`, {
    form: {
      InboundRequestUrl: url,
      InboundMethod: 'POST',
      UseInboundWebhookOnNumber: 'false',
      StatusCallback: new URL(STATUS_PATH, url).href,
    },
  });
  return {};
}

async function registerNumber(
  url: string,
  number: string,
  { http, urls, channel }: ReceivingMeans,
): Promise<Attributes> {
  const numbers = `${accountUrl(urls, channel)}/IncomingPhoneNumbers`;
  const query = new URLSearchParams({ PhoneNumber: number });
  const found = await askTwilio(http, channel, 'GET', `${numbers}.json?${query}`);
  const own = listAt(found, 'incoming_phone_numbers').find((one) => textAt(one, 'phone_number') === number);
  if (!own) return { webhook_error: `the account at Twilio has no number ${number}: enter ${url} where it is` };
  const change = { SmsUrl: url, SmsMethod: 'POST' };
  await askTwilio(http, channel, 'POST', `${numbers}/${encodeURIComponent(textAt(own, 'sid'))}.json`, { form: change });
  return {};
}
