import type { Attributes } from '../../entities/columns.ts';
import type { ReceivingMeans } from '../receiving/receiver.ts';
import { askHost } from './ask-host.ts';
import { CLOUD_API_NAME, DIALOG360, graphAt } from './hosts.ts';
import { whatsapp } from './settings.ts';
import { verifyToken } from './verify-token.ts';

/** The header in which 360dialog returns the token of the inbox. */
export const TOKEN_HEADER = 'x-parley-token';

/** Tells the Cloud API where callbacks of the business go. Numbers without all of their settings wait for them. */
export async function registerAtCloud(url: string, means: ReceivingMeans): Promise<Attributes> {
  if (isIncomplete(means)) return {};
  const { url: business, headers } = graphAt(means.urls, means.channel, 'business_account_id');
  const json = { override_callback_uri: url, verify_token: verifyToken(means.channel) };
  const place = { url: `${business}/subscribed_apps`, headers };
  await askHost(means.http, CLOUD_API_NAME, place, { method: 'POST', json });
  return {};
}

/** Tells 360dialog where callbacks of the number go, and the token by which they are known. */
export async function registerAtDialog360(url: string, means: ReceivingMeans): Promise<Attributes> {
  if (isIncomplete(means)) return {};
  const { url: base, headers } = DIALOG360.numberAt(means.urls, means.channel);
  const json = { url, headers: { [TOKEN_HEADER]: verifyToken(means.channel) } };
  const place = { url: `${base}/v1/configs/webhook`, headers };
  await askHost(means.http, DIALOG360.provider, place, { method: 'POST', json });
  return {};
}

const isIncomplete = ({ channel }: ReceivingMeans) => whatsapp.obstacle(channel, channel.secrets, false) !== null;
