import { listAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';
import { accountUrl, askTwilio } from './ask-twilio.ts';
import { mediumOf } from './twilio-addresses.ts';

/**
 * Whether the account at Twilio has the number or messaging service; null for WhatsApp senders, which Twilio's API does
 * not list.
 * @throws AppError as `askTwilio`
 */
export async function ownsSender(means: ReceivingMeans): Promise<boolean | null> {
  const { http, urls, channel } = means;
  const { settings } = channel;
  const service = textAt(settings, 'messaging_service_sid');
  if (service !== '') return hasService(means, service);
  if (mediumOf(settings) !== 'sms') return null;
  const number = textAt(settings, 'phone_number');
  const query = new URLSearchParams({ PhoneNumber: number });
  const answer = await askTwilio(
    http,
    channel,
    'GET',
    `${accountUrl(urls, channel)}/IncomingPhoneNumbers.json?${query}`,
  );
  return listAt(answer, 'incoming_phone_numbers').some((one) => textAt(one, 'phone_number') === number);
}

async function hasService({ http, urls, channel }: ReceivingMeans, service: string): Promise<boolean> {
  const url = `${urls.twilio_messaging_url}/v1/Services/${encodeURIComponent(service)}`;
  const answer = await askTwilio(http, channel, 'GET', url);
  return textAt(answer, 'sid') === service;
}
