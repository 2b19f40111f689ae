import type { Got } from 'got';
import type { Config } from '../config.ts';
import type { Attributes } from '../entities/columns.ts';
import type { FileType } from '../entities/attachment.ts';
import type { ContentType } from '../entities/message.ts';
import type { TokenSource } from '../oauth/tokens.ts';
import type { ChannelRecord } from '../records/inbox.ts';
import type { Secrets } from './channel.ts';

/** A message on its way to a contact. */
export type OutgoingMessage = {
  id: number;
  /** The contact's id in the channel. */
  to: string;
  /** The text for the contact, as Markdown; null = only files or items. */
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  files: readonly OutgoingFile[];
  /** The channel's id of the answered message; null = none. */
  answers: string | null;
  /** The answered message's content attributes; {} = none, or the message is unknown here. */
  answered: Attributes;
  /** The head of an e-mail; null in other channels. */
  mail: MailHead | null;
  /** The template that is sent instead, with its values, where the provider has templates; null = none. */
  template: Attributes | null;
};

/** The head of an e-mail. Ids are without angle brackets. */
export type MailHead = {
  messageId: string;
  inReplyTo: string;
  /** From the oldest to the newest. */
  references: string[];
  subject: string;
  /** The name that it is from. */
  fromName: string;
  /** The address of the inbox. */
  inboxAddress: string;
  replyTo: string;
  to: string[];
  cc: string[];
  bcc: string[];
  /** What stands below the text, as Markdown; '' = nothing. */
  signature: string;
  /** The value of `Auto-Submitted` (RFC 3834); null = a person wrote the mail. */
  automatic: 'auto-replied' | 'auto-generated' | null;
  /** Pictures of this server in the text. */
  pictures: readonly Pick<OutgoingFile, 'name' | 'path' | 'url'>[];
};

export type OutgoingFile = {
  fileType: FileType;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Where it is stored. */
  path: string;
  /** Where anyone can fetch it. */
  url: string;
  /** The public address of a small picture of the file; null = there is none. */
  previewUrl: string | null;
};

/** The channel that a message goes through. */
export type OutgoingChannel = Pick<ChannelRecord, 'settings'> & {
  secrets: Secrets;
  /** The message templates of the channel, read for messages with one; null = they have not been fetched yet. */
  templates?: readonly Attributes[] | null;
};

/** What a transport sends with. */
export type Means = {
  /** For the addresses of the installation's settings, which may be private. It does not throw for any status. */
  http: Got;
  /** Where the providers are. */
  urls: Config['channels'];
  /** The installation's own mail server. */
  mail: Config['mail'];
  /** A permitted IP address of the host. @throws Error when there is none */
  addressOf(host: string): Promise<string>;
  channel: OutgoingChannel;
  /** For a channel that was connected at its provider. */
  tokens: TokenSource;
  /** The URL at which the provider reaches this server. */
  publicUrl: string;
  /** The same for every attempt at this part of the message, and for no other: a UUID. */
  key: string;
};

/** How an attempt ended. */
export type Outcome =
  /** `id`: of what was sent, in the channel; null = it has none. */
  | { is: 'accepted'; id: string | null }
  /** Another attempt would fail too. `because`: the cause, if it is not the message alone. */
  | { is: 'refused'; reason: string; because?: 'login' | 'template' }
  /**
   * Certainly not sent; a later attempt may succeed, after `afterMs` if the provider gives a time. `because`: the cause, if
   * it is not the message alone.
   */
  | { is: 'later'; reason: string; afterMs: number | null; because?: 'login' }
  /** It may have been sent or not. */
  | { is: 'doubtful'; reason: string };

/** A part of a message, sent with a single request. */
export type Part = (means: Means) => Promise<Outcome>;

/** How a provider sends messages. It knows no database. */
export type Transport = {
  /** Its name, as people know it. */
  provider: string;
  /** Whether a part that may have been sent can be sent again with the same key, and still arrives once. */
  isRepeatable: boolean;
  /** For how long it knows a key; left out = for ever. */
  keyLifetimeMs?: number;
  /** The parts of the message, in their order: always the same ones for the same message. */
  partsOf(message: OutgoingMessage): Part[];
};
