import type { ChannelType } from '../entities/channel.ts';

/** The value of `channel_type` for each kind of channel. */
export const CHANNEL_NAMES = {
  web_widget: 'Channel::WebWidget',
  api: 'Channel::Api',
  email: 'Channel::Email',
  line: 'Channel::Line',
  telegram: 'Channel::Telegram',
  whatsapp: 'Channel::Whatsapp',
  sms: 'Channel::Sms',
} as const satisfies Record<ChannelType, string>;
