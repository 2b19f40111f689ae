import type { Availability, Role } from '../entities/account-user.ts';
import type { FileType } from '../entities/attachment.ts';
import type { ChannelType } from '../entities/channel.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ConversationStatus, Priority } from '../entities/conversation.ts';
import type { ContentType, MessageStatus, MessageType, SenderType } from '../entities/message.ts';
import type { AgentBotFacts } from './agent-bot-block.ts';
import type { TeamFacts } from './team-block.ts';

// What is told of each thing, to receivers of events and to callers of the API alike. Queries return these shapes.

export type AccountFacts = { id: number; name: string };

export type ContactFacts = {
  id: number;
  name: string;
  email: string | null;
  phoneNumber: string | null;
  identifier: string | null;
  blocked: boolean;
  avatarUrl: string | null;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  /** When the contact last wrote; null = never. */
  lastActivityAt: Date | null;
  /** When the contact's browser or app last reported itself; null = never. */
  seenAt: Date | null;
  createdAt: Date;
};

export type UserFacts = {
  id: number;
  name: string;
  displayName: string | null;
  email: string;
  avatarUrl: string | null;
  /** Where they were asked into the account, which they have not accepted yet; null = they have. */
  invitedEmail: string | null;
  availability: Availability;
  autoOffline: boolean;
  /** When the user last worked in the account; null = never. */
  activeAt: Date | null;
  role: Role;
};

export type InboxFacts = {
  id: number;
  name: string;
  channelType: ChannelType;
  /** Where events of an API channel go; null = nowhere. */
  webhookUrl: string | null;
  /** Hours after the contact's last message in which the team may answer; null = always. */
  replyWindowHours: number | null;
};

/** An inbox where others are listed with it. */
export type SlimInboxFacts = {
  id: number;
  name: string;
  avatarUrl: string | null;
  channelId: number;
  channelType: ChannelType;
  /** Who carries its messages, where there is a choice; null = there is none. */
  provider: string | null;
};

export type ContactInboxFacts = {
  id: number;
  sourceId: string;
  hmacVerified: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type ConversationFacts = {
  displayId: number;
  uuid: string;
  status: ConversationStatus;
  priority: Priority | null;
  muted: boolean;
  snoozedUntil: Date | null;
  waitingSince: Date | null;
  firstReplyCreatedAt: Date | null;
  agentLastSeenAt: Date | null;
  assigneeLastSeenAt: Date | null;
  contactLastSeenAt: Date | null;
  lastActivityAt: Date;
  /** When the contact last wrote; null = never. */
  lastIncomingAt: Date | null;
  unreadCount: number;
  customAttributes: Attributes;
  additionalAttributes: Attributes;
  labels: string[];
  createdAt: Date;
  updatedAt: Date;
  account: AccountFacts;
  inbox: InboxFacts;
  contact: ContactFacts;
  contactInbox: ContactInboxFacts;
  /** Null = assigned to nobody, or to a bot. */
  assignee: UserFacts | null;
  /** The bot that it is assigned to; null = none. */
  assigneeBot: AgentBotFacts | null;
  /** The team that it is given to; null = none. */
  team: TeamFacts | null;
};

export type SenderFacts = {
  type: SenderType;
  id: number;
  name: string;
  /** What is shown instead of the name; null = the name. */
  displayName: string | null;
  email: string | null;
  phoneNumber: string | null;
  identifier: string | null;
  avatarUrl: string | null;
};

/** Whoever changes something through the API, with what their messages show of them. */
export type Actor = {
  type: SenderType | 'PlatformApp';
  id: number;
  name: string;
  displayName: string | null;
  email: string | null;
  avatarUrl: string | null;
  /** What they may do; `null` in commands means the system itself. */
  role: string;
  /** The access token that their request came with, as those of programs do; null = a session. */
  tokenId: number | null;
  /** The delivery that the request says it answers; null = it names none. */
  answeredDeliveryId: number | null;
};

/** A file that is safe on disk, and not yet anybody's attachment. */
export type StoredFile = {
  key: string;
  filename: string;
  /** By what is in it. */
  contentType: string;
  /** Bytes. */
  fileSize: number;
  /** Pixels of a picture or a film as it is shown; null = not known. */
  width: number | null;
  height: number | null;
};

export type AttachmentFacts = StoredFile & {
  id: number;
  messageId: number;
  fileType: FileType;
  /** The file of a smaller picture; null = there is none. */
  thumbnailKey: string | null;
};

export type MessageFacts = {
  id: number;
  accountId: number;
  inboxId: number;
  messageType: MessageType;
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  additionalAttributes: Attributes;
  status: MessageStatus;
  externalError: string | null;
  private: boolean;
  sourceId: string | null;
  /** Null for activities, templates, and senders that are gone. */
  sender: SenderFacts | null;
  attachments: AttachmentFacts[];
  createdAt: Date;
  updatedAt: Date;
};
