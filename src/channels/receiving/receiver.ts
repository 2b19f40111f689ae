import { hash } from 'node:crypto';
import type { Got } from 'got';
import type { Config } from '../../config.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import type { Form } from '../../fields/form-text.ts';
import type { Upload } from '../../storage/files.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { MailPlace } from '../email/reading/mail-place.ts';
import type { OutgoingChannel } from '../transport.ts';

/** A request in which a provider tells something, as it came. */
export type Callback = {
  /** By names in lower case. */
  headers: Record<string, string | undefined>;
  /** The path with the query, as the provider was told it. */
  path: string;
  /** The URL at which this server is reached, without a path. */
  publicUrl: string;
  /** The bytes of the body as they came, over which it is signed. */
  bytes: Uint8Array;
  /** The same as text. */
  body: string;
  /** The same as a form, which is read once. @throws AppError `too_large` */
  form(): Form;
};

/** One thing that a provider tells, as it is kept until it is handled. */
export type RawEvent = {
  /** By which repetitions are recognized: what is kept once under this key in an inbox is not kept again. */
  key: string;
  /**
   * Events of a lane are handled one after the other, in the order in which they came: the contact's id in the channel, or
   * for statuses `laneOfStatus`, since these may have to wait.
   */
  lane: string;
  /** What `receive` reads: usually JSON, with a part of the request. */
  body: string;
  /** The file that has what `receiveFile` reads, in the place of `body`, as for mails; absent = there is none. */
  fileKey?: string;
};

/** The lane of what is told about the message with this id in the channel. */
export const laneOfStatus = (sourceId: string) => `status ${sourceId}`;

/** The lane of what could not be read when it was told: it is kept as it is, and fails. */
export const UNREAD = 'unread';

export const unreadEvent = (body: string): RawEvent => ({
  key: `${UNREAD} ${hash('sha256', body)}`,
  lane: UNREAD,
  body,
});

/** How a provider is listened to. It knows no database. */
export type Receiver = {
  /** Its name, as people know it. */
  provider: string;
  /** Why the request is not the provider's, by its signature or secret; null = it is. */
  refusal(callback: Callback, channel: OutgoingChannel): string | null;
  /**
   * What the request tells of this channel, in its order; often one event.
   * @throws Error when it cannot be read: it is kept as it is, and fails
   */
  eventsIn(callback: Callback, channel: OutgoingChannel): RawEvent[];
  /**
   * What an event says. All of it is stored in one transaction.
   * @throws Error when it cannot be read: it is kept, and the next ones are handled
   */
  receive(
    body: string,
    channel: OutgoingChannel,
    store: StoreFile,
    accountId: number,
  ): ReceivedItem[] | Promise<ReceivedItem[]>;
  /** As `receive`, for events that are mails in files. */
  receiveFile?(
    place: MailPlace,
    channel: OutgoingChannel,
    store: StoreFile,
    accountId: number,
  ): Promise<ReceivedItem[]>;
  /**
   * Tells the provider that it reaches this server at `url`. Returns settings that it says of the channel, with a
   * `webhook_error` where somebody else has to tell it.
   * @throws AppError `invalid` when the provider refuses, `unavailable` when it may take it later
   */
  register?: (url: string, means: ReceivingMeans) => Promise<Attributes>;
  /** What the provider knows of a contact who is new in the inbox; null = nothing. Absent = it is never asked. */
  profileOf?: (sourceId: string, means: ReceivingMeans) => Promise<Profile | null>;
  /** Where a file is now. @throws AppError `invalid` when it cannot be had, `unavailable` when it may be later */
  locate?: (source: Attributes, means: ReceivingMeans) => Promise<FilePlace>;
  /**
   * Tells the provider that the team has read what a contact wrote, up to the message with these attributes of its content.
   * @throws AppError as `locate`
   */
  markRead?: (contentAttributes: Attributes, means: ReceivingMeans) => Promise<void>;
  /** Answers the provider once an event is stored; what it throws is only logged. */
  acknowledge?: (body: string, means: ReceivingMeans) => Promise<void>;
};

/** What a receiver asks the provider with. */
export type ReceivingMeans = {
  /** For the addresses of the installation's settings, which may be private. It does not throw for any status. */
  http: Got;
  /** Where the providers are. */
  urls: Config['channels'];
  channel: OutgoingChannel;
};

/** Stores a file that was in the event itself, and says where it can be fetched. */
export type StoreFile = (upload: Upload) => Promise<{ file: StoredFile; url: string }>;

export type ReceivedItem =
  | ReceivedRenaming
  | ReceivedMessage
  | ReceivedStatus
  | ReceivedDeletion
  | ReceivedEmptying
  | ReceivedHandover
  | Ignored;

/** The person who writes, as the channel knows them. What is left out is unknown. */
export type ReceivedContact = {
  /** Their id in the channel, to which they would be answered. */
  sourceId: string;
  /** Other ids that they have there: they are looked for under these first, and known by each from now on. */
  ids?: readonly string[];
  /** Ids that they may have there, under which they are looked for if they are not known by the others. */
  aliases?: readonly string[];
  /**
   * How well they are reached by an id: they are answered under the best one, or the newest of several that are as good. Absent =
   * under the one by which they became known.
   */
  rankOf?(id: string): number;
  name?: string | null;
  email?: string | null;
  /** With its plus sign. */
  phoneNumber?: string | null;
  additionalAttributes?: Attributes;
};

export type Profile = { name: string | null; pictureUrl: string | null };

/** A message of a contact, or one that the business wrote elsewhere (`isEcho`). */
export type ReceivedMessage = {
  is: 'message';
  /** Its id in the channel. The same one again changes nothing, unless it is an edit or one more part of an album. */
  sourceId: string;
  /** By which its repetitions are recognized in place of its id, where others may have that id too. */
  distinctId?: string;
  /** The UUID of the conversation from which it says that it was sent: if the inbox has that one, it is left out. */
  sentFrom?: string | null;
  /** The contact of the conversation. */
  from: ReceivedContact;
  /** Null = only files or cards. */
  content: string | null;
  contentType?: 'text' | 'incoming_email' | 'sticker';
  contentAttributes?: Attributes;
  files?: readonly ReceivedFile[];
  /** Files that are here already. */
  storedFiles?: readonly StoredFile[];
  /** The ids in the channel of the message that it answers, the likeliest first. */
  answers?: readonly string[];
  /** What the contact chose of the message that it answers. */
  choice?: ReceivedChoice | null;
  /** Whether it replaces what was written before under the same id; it is new where that is unknown. */
  isEdit?: boolean;
  /** Messages of a contact with the same album are one message. */
  album?: string | null;
  /** A name under which there is only one message, such as the reaction to another message: a further one takes its place. */
  slot?: string | null;
  isEcho?: boolean;
  /**
   * What it is where nobody has written it to be answered: `automatic` is what a program answers while its owner is away,
   * `reaction` a mark on the message that it answers, `edit` a change of an earlier message that comes in the lane of that one's
   * statuses: it waits for it, `standby` a message that a program of the provider answers. None wakes anybody (`conversations/receiving/received-kinds.ts`). Absent = somebody wrote it.
   */
  kind?: ReceivedKind;
  /** Which conversation it belongs to. Absent = the newest of the contact that is not resolved, else a new one. */
  thread?: ReceivedThread | null;
  /** What a new conversation is told about itself. */
  conversationAttributes?: Attributes;
};

export type ReceivedKind = 'automatic' | 'reaction' | 'edit' | 'standby';

/** Names the conversation in place of the usual rule: by its UUID, or else by its messages; where none is known, it is new. */
export type ReceivedThread = {
  uuid: string | null;
  /** The ids in the channel of earlier messages, the newest first. */
  sourceIds: readonly string[];
};

/**
 * `title` null = that of the item with this value. `isLookedFor`: the channel does not say of which message it is, which is then
 * the contact's newest one with this value.
 */
export type ReceivedChoice = { value: string; title: string | null; isLookedFor?: boolean };

/** A file to fetch after the message is stored. */
export type ReceivedFile = {
  /** What `locate` finds it by, such as its id or its address; never a secret. */
  source: Attributes;
  /** Null = named by its address or its type. */
  name: string | null;
  /** Null = unknown. */
  contentType: string | null;
};

/** Where a file can be fetched, without its name. */
export type FilePlace = {
  url: string;
  headers: Record<string, string>;
  /** Whether the address is one of the installation's settings; others must be public, also those that it redirects to. */
  isOfSettings: boolean;
  maxBytes: number;
  /** The SHA-256 of the file, in hexadecimal digits; null, or absent = unknown. */
  sha256?: string | null;
};

/** What became of a message to a contact. */
export type ReceivedStatus = {
  is: 'status';
  /** The id in the channel of the message, or of a part of it. */
  sourceId: string;
  status: MessageStatus;
  /** Why it failed, in the provider's words; null = not failed, or unknown. */
  error: string | null;
  /** The address that a mail did not reach, in lower case; null, or absent = unknown, or of the message as a whole. */
  recipient?: string | null;
  /** The row key of the message, if what was sent named it; it serves where the id in the channel is not known. */
  messageId?: number | null;
  /** The contact who got it, if the provider says so. */
  to?: ReceivedContact | null;
};

/** The message with this id in the channel was taken back. */
export type ReceivedDeletion = { is: 'deletion'; sourceId: string };

/** The message in this slot was taken back; there may be none. */
export type ReceivedEmptying = { is: 'emptying'; slot: string };

/** A contact who was known by one of the ids `before` has others from now on. */
export type ReceivedRenaming = {
  is: 'renaming';
  /** The name of the service, as people know it. */
  provider: string;
  before: readonly string[];
  contact: ReceivedContact;
  /** Whether an id may be somebody else's later. */
  isForgotten(id: string): boolean;
};

/** Who answers a contact has changed: the team, after a program of the provider, or such a program. */
export type ReceivedHandover = {
  is: 'handover';
  /** The name of the service, as people know it. */
  provider: string;
  contact: ReceivedContact;
  to: 'team' | 'program';
};

/** Nothing to store; `why` is kept with the event. */
export type Ignored = { is: 'ignored'; why: string };
