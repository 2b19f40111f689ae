import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType, MessageType } from '../../entities/message.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import type { Recipients } from './address-message.ts';

/** Most characters of the content of a message. */
export const CONTENT_LENGTH = 150_000;
/** Most files of a message. */
export const MOST_FILES = 15;

/**
 * How much attention an incoming message needs. `answer`: the contact waits, so the message reopens the conversation, starts
 * the waiting clock, notifies, and is greeted. `notice`: only counts as unread. `none`: not even unread.
 */
export type Attention = 'answer' | 'notice' | 'none';

export type NewMessage = {
  /** template = written by the system in the team's name; activity = a line of the history that a program writes. */
  messageType: MessageType;
  content: string | null;
  contentType: ContentType;
  contentAttributes: Attributes;
  additionalAttributes: Attributes;
  private: boolean;
  /** The message's id in the channel; null = none. */
  sourceId: string | null;
  /** Further recipients of an answer by e-mail; ignored in other inboxes. */
  recipients: Recipients;
  files: StoredFile[];
  /** False = an incoming message leaves the status alone, as the first one of a conversation that is created resolved. */
  reopens: boolean;
  /** How much an incoming message asks of the team; absent = by its attributes (`attentionOf`). */
  attention?: Attention;
  /** Who writes it; an incoming message is the contact's in any case. Null = the system. */
  actor: Actor | null;
  /** The bot in whose name a user writes; null = in their own. */
  botId: number | null;
  /** Why no provider sends it, although one would; absent = it is sent. */
  unsent?: string;
  /** The client's own name for it, which the socket gives back; absent = none. */
  echoId?: string | number | null | undefined;
};

/** A message with these values; by default an outgoing text without files or further recipients. */
export function newMessage(values: Pick<NewMessage, 'content' | 'actor'> & Partial<NewMessage>): NewMessage {
  return {
    messageType: 'outgoing',
    contentType: 'text',
    contentAttributes: {},
    additionalAttributes: {},
    private: false,
    sourceId: null,
    recipients: { cc_emails: undefined, bcc_emails: undefined, to_emails: undefined },
    files: [],
    reopens: true,
    botId: null,
    ...values,
  };
}

/** The written message, and its changed conversation. */
export type CreatedMessage = { message: MessageRecord; conversation: ConversationRecord };
