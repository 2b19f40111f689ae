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

/** A provider's callback request, unparsed. */
export type Callback = {
  /** By names in lower case. */
  headers: Record<string, string | undefined>;
  /** The path with the query, as the provider was told it. */
  path: string;
  /** The URL at which this server is reached, without a path. */
  publicUrl: string;
  /** The bytes of the body as received; the signature covers them. */
  bytes: Uint8Array;
  /** The same as text. */
  body: string;
  /** The same as a form, which is read once. @throws AppError `too_large` */
  form(): Form;
};

/** An event from a provider, stored until it is handled. */
export type RawEvent = {
  /** Recognizes repetitions: an inbox stores only the first event with a key. */
  key: string;
  /**
   * Events of a lane are handled one after the other, in the order in which they came: the contact's id in the channel, or
   * for statuses `laneOfStatus`, since these may have to wait.
   */
  lane: string;
  /** The input of `receive`: usually JSON, with a part of the request. */
  body: string;
  /** The file for `receiveFile`, instead of `body`, as for mails; absent = no file. */
  fileKey?: string;
};

/** The lane of what is told about the message with this id in the channel. */
export const laneOfStatus = (sourceId: string) => `status ${sourceId}`;

/** The lane of unreadable callbacks, which are stored unchanged and fail. */
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
   * The request's events for this channel, in order; often a single event.
   * @throws Error for an unreadable request, which is stored unchanged and fails
   */
  eventsIn(callback: Callback, channel: OutgoingChannel): RawEvent[];
  /**
   * The content of an event, which is stored in a single transaction.
   * @throws Error for an unreadable event, which is kept as failed; later events are handled
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
   * Registers `url` as the callback address. Returns settings of the channel from the provider, with a `webhook_error` if a
   * person has to enter the address at the provider.
   * @throws AppError `invalid` when the provider refuses, `unavailable` when a later attempt may succeed
   */
  register?: (url: string, means: ReceivingMeans) => Promise<Attributes>;
  /** The provider's profile of a contact who is new in the inbox; null = unknown. Absent = never asked. */
  profileOf?: (sourceId: string, means: ReceivingMeans) => Promise<Profile | null>;
  /** The current address of a file. @throws AppError `invalid` when it is gone, `unavailable` when it may be there later */
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
  | ReceivedTemplates
  | Ignored;

/** The sender as the channel describes them. Absent fields are unknown. */
export type ReceivedContact = {
  /** Their id in the channel, to which answers go. */
  sourceId: string;
  /** Further ids: contacts are looked up by these first, and known by each from now on. */
  ids?: readonly string[];
  /** Possible ids, used to look up contacts who are not found by the others. */
  aliases?: readonly string[];
  /**
   * How good an id is for answers, which go to the best id, or the newest of equally good ids. Absent = answers go to the
   * first known id.
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
  /** Replaces the id in recognizing repetitions, where several messages may share an id. */
  distinctId?: string;
  /** The UUID of the conversation that the message claims to come from. If the inbox has that conversation, it is skipped. */
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
  /** The contact's choice among the items of the answered message. */
  choice?: ReceivedChoice | null;
  /** Whether it replaces the earlier content under the same id; without an earlier message, it is a new message. */
  isEdit?: boolean;
  /** Messages of a contact with the same album are one message. */
  album?: string | null;
  /** A name for a single message, such as a reaction to another message: a further message replaces it. */
  slot?: string | null;
  isEcho?: boolean;
  /**
   * The kind of a message that expects no answer: `automatic`, such as an absence note; `reaction` to another message; `edit`
   * of an earlier message, which waits in the lane of that message's statuses; `standby`, answered by a program of the
   * provider. None of them notifies anybody (`conversations/receiving/received-kinds.ts`). Absent = a person wrote it.
   */
  kind?: ReceivedKind;
  /** Its conversation. Absent = the contact's newest unresolved conversation, else a new one. */
  thread?: ReceivedThread | null;
  /** Attributes for a new conversation. */
  conversationAttributes?: Attributes;
};

export type ReceivedKind = 'automatic' | 'reaction' | 'edit' | 'standby';

/** Names the conversation in place of the usual rule: by its UUID, or else by its messages; where none is known, it is new. */
export type ReceivedThread = {
  uuid: string | null;
  /** The ids in the channel of earlier messages, the newest first. */
  sourceIds: readonly string[];
  /** Addresses for answers that it was sent to; absent = the channel has none. */
  addresses?: readonly string[];
};

/**
 * `title` null = the title of the item with this value. `isLookedFor`: the channel does not name the answered message, so
 * that the contact's newest message with this value counts.
 */
export type ReceivedChoice = { value: string; title: string | null; isLookedFor?: boolean };

/** A file to fetch after the message is stored. */
export type ReceivedFile = {
  /** The input of `locate`, such as an id or address; never a secret. */
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
  /** Whether the address comes from the installation's settings; others must be public, including redirects. */
  isOfSettings: boolean;
  maxBytes: number;
  /** The SHA-256 of the file, in hexadecimal digits; null, or absent = unknown. */
  sha256?: string | null;
};

/** The delivery status of a message to a contact. */
export type ReceivedStatus = {
  is: 'status';
  /** The channel's id of the message or of a part. */
  sourceId: string;
  status: MessageStatus;
  /** Why it failed, in the provider's words; null = not failed, or unknown. */
  error: string | null;
  /** The address that a mail did not reach, in lower case; null, or absent = unknown, or of the message as a whole. */
  recipient?: string | null;
  /** The row key of the message, if what was sent named it; it serves where the id in the channel is not known. */
  messageId?: number | null;
  /** The recipient, if the provider names them. */
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

/** A handover of a contact between a program of the provider and the team. */
export type ReceivedHandover = {
  is: 'handover';
  /** The name of the service, as people know it. */
  provider: string;
  contact: ReceivedContact;
  to: 'team' | 'program';
};

/** A change of message templates at the provider, such as an approval. */
export type ReceivedTemplates = { is: 'templates' };

/** Nothing to store; `why` is kept with the event. */
export type Ignored = { is: 'ignored'; why: string };
