import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';

/** Who sends the messages of inboxes. */
export const PROVIDERS = ['telegram', 'line', 'twilio', 'bandwidth', 'whatsapp_cloud', 'dialog360', 'email'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** The provider that sends the channel's messages; null = there is none. */
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
