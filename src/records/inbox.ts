import type { ChannelType } from '../entities/channel.ts';

export type InboxRecord = {
  id: number;
  name: string;
  channelType: ChannelType;
  /** Where events of an API channel go; null = nowhere. */
  webhookUrl: string | null;
  /** Hours after the contact's last message in which the team may answer; null = always. */
  replyWindowHours: number | null;
};

/** An inbox where others are listed with it. */
export type SlimInboxRecord = {
  id: number;
  name: string;
  avatarUrl: string | null;
  channelId: number;
  channelType: ChannelType;
  /** Who carries its messages, where there is a choice; null = there is none. */
  provider: string | null;
};
