import type { ChannelType } from '../entities/channel.ts';
import { invalid } from '../errors.ts';
import { api } from './api.ts';
import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { line } from './line/settings.ts';
import { sms } from './sms/settings.ts';
import { telegram } from './telegram/settings.ts';
import { webWidget } from './web-widget.ts';
import { whatsapp } from './whatsapp/settings.ts';

/** Every kind of channel. */
export const channels: Record<ChannelType, Channel> = {
  web_widget: webWidget,
  api,
  email,
  line,
  telegram,
  whatsapp,
  sms,
};

/** The kind of channel that requests call `type`. @throws AppError `invalid`, "Invalid channel type" */
export function findChannel(type: string): Channel {
  const channel = Object.values(channels).find((channel) => channel.type === type);
  if (channel) return channel;
  throw invalid('Invalid channel type', `channel.type must be one of ${Object.keys(channels).join(', ')}`, [
    'channel.type',
  ]);
}
