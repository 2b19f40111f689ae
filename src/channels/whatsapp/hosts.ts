import type { Config } from '../../config.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { OutgoingChannel } from '../transport.ts';

/** The address and version of the Graph API. */
export type GraphUrls = Pick<Config['channels'], 'whatsapp_url' | 'graph_version'>;

/** An address, and the headers with which it is asked. */
export type Place = { url: string; headers: Record<string, string> };

/** A service through which a business reaches WhatsApp. */
export type WhatsappHost = {
  /** As people know it. */
  provider: string;
  /** Where it takes what a number sends. */
  numberAt(urls: Config['channels'], channel: Pick<OutgoingChannel, 'secrets'>): Place;
  /** Whether it wants the namespace of a template. */
  takesNamespace: boolean;
};

/** The name of the Cloud API in errors of settings. */
export const CLOUD_API_NAME = 'the Cloud API';

/** The Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api. */
export const CLOUD_API: WhatsappHost = {
  provider: 'WhatsApp',
  numberAt: (urls, channel) => graphAt(urls, channel, 'phone_number_id'),
  takesNamespace: false,
};

/** 360dialog, which takes what the Cloud API takes, each number with a key of its own: https://docs.360dialog.com. */
export const DIALOG360: WhatsappHost = {
  provider: '360dialog',
  numberAt: (urls, { secrets }) => ({
    url: urls.dialog360_url,
    headers: { 'd360-api-key': configIn(secrets, 'api_key') },
  }),
  takesNamespace: true,
};

/** The node of the Graph API whose id is this setting of the channel. */
export function graphAt(
  urls: GraphUrls,
  { secrets }: Pick<OutgoingChannel, 'secrets'>,
  setting: 'phone_number_id' | 'business_account_id',
): Place {
  return graphPlace(urls, { secrets }, configIn(secrets, setting));
}

/** The node of the Graph API with this id, as the channel may ask for it. */
export function graphPlace(urls: GraphUrls, { secrets }: Pick<OutgoingChannel, 'secrets'>, id: string): Place {
  return {
    url: graphUrl(urls, encodeURIComponent(id)),
    headers: { authorization: `Bearer ${configIn(secrets, 'api_key')}` },
  };
}

/** The address of a path of the Graph API. */
export const graphUrl = ({ whatsapp_url: base, graph_version: version }: GraphUrls, path: string) =>
  `${base}/${version}/${path}`;

/** The text under this name in the channel's provider_config; '' = there is none. */
export function configIn(secrets: Attributes, name: string): string {
  const value = ((secrets['provider_config'] ?? {}) as Attributes)[name];
  return typeof value === 'string' ? value : '';
}

/** The value, if it is an object; otherwise an empty one. */
export function objectIn(value: Json | undefined): Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** The objects in the value, if it is a list. */
export function objectsIn(value: Json | undefined): Attributes[] {
  return Array.isArray(value) ? value.filter((item) => item !== null && typeof item === 'object').map(objectIn) : [];
}
