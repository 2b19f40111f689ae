import type { ChannelType } from '../entities/channel.ts';
import { invalid } from '../errors.ts';
import { api } from './api.ts';
import type { Channel } from './channel.ts';
import { webWidget } from './web-widget.ts';

/** Every kind of channel. */
const channels: Record<ChannelType, Channel> = {
  api,
  web_widget: webWidget,
};

/** The kind that requests call `type`. @throws AppError `invalid`, "Invalid channel type" */
export function findChannel(type: string): Channel {
  const channel = Object.values(channels).find((channel) => channel.type === type);
  if (channel) return channel;
  throw invalid('Invalid channel type', `channel.type must be one of ${Object.keys(channels).join(', ')}`, [
    'channel.type',
  ]);
}
