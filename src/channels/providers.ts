import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';

/** The services that send messages of inboxes. */
export const PROVIDERS = ['telegram', 'line', 'twilio', 'bandwidth', 'whatsapp_cloud', 'dialog360', 'email'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Those that Parley can send through. */
export const USABLE = [
  'telegram',
  'line',
  'twilio',
  'bandwidth',
  'whatsapp_cloud',
  'dialog360',
  'email',
] as const satisfies Provider[];
export type Usable = (typeof USABLE)[number];

export const isUsable = (provider: Provider): provider is Usable => USABLE.some((usable) => usable === provider);

/** The service that sends the messages of a channel with these settings; null = none does. */
export function providerOf(type: ChannelType, settings: Attributes): Provider | null {
  switch (type) {
    case 'sms':
      return settings['provider'] === 'twilio' ? 'twilio' : 'bandwidth';
    case 'whatsapp':
      return settings['provider'] === 'whatsapp_cloud' ? 'whatsapp_cloud' : 'dialog360';
    case 'telegram':
    case 'line':
    case 'email':
      return type;
    default:
      return null;
  }
}
