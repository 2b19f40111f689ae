import { textAt } from '../receiving/json-parts.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, graphAt } from './hosts.ts';

/** Whether the token may see the number of the inbox at its id. @throws AppError as `askHost` */
export async function ownsNumber({ http, urls, channel }: ReceivingMeans): Promise<boolean> {
  const number = await askHost(http, CLOUD_API_NAME, graphAt(urls, channel, 'phone_number_id'), {
    searchParams: { fields: 'display_phone_number' },
  });
  return digitsOf(textAt(number, 'display_phone_number')) === digitsOf(textAt(channel.settings, 'phone_number'));
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');
