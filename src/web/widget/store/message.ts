import type { ContentAttributes, Sender, WireAttachment, WireMessage } from './wire.ts';

export type MessageState = 'sent' | 'waiting' | 'failed';

/** A message as the thread shows it: the server's, or one of the visitor's that the server does not have yet. */
export type Message = {
  /** Stays the same from the first sight of the message to the last. */
  key: string;
  /** null = the server does not have it yet. */
  id: number | null;
  content: string;
  contentType: string;
  attributes: ContentAttributes;
  isOwn: boolean;
  /** Unix seconds. */
  createdAt: number;
  attachments: readonly WireAttachment[];
  sender: Sender | null;
  /** Whether a person wrote it, and not a bot or a template. */
  isFromPerson: boolean;
  state: MessageState;
  /** Why it failed, in the server's words; null = nothing is known, or it did not. */
  problem: string | null;
  /** Of the file that is being uploaded, 0 to 1; null = nothing is uploaded. */
  progress: number | null;
};

/** Whether the visitor sees messages of this kind. */
export function isShown({ message_type: type, private: isPrivate }: WireMessage): boolean {
  return !isPrivate && type !== 2;
}

export function fromWire(wire: WireMessage, key: string): Message {
  const { sender, additional_attributes: more } = wire;
  return {
    key,
    id: wire.id,
    content: wire.content ?? '',
    contentType: wire.content_type ?? 'text',
    attributes: wire.content_attributes ?? {},
    isOwn: wire.message_type === 0,
    createdAt: wire.created_at,
    attachments: wire.attachments ?? [],
    sender: more?.sender_name
      ? { name: more.sender_name, avatar_url: more.sender_avatar_url ?? null }
      : (sender ?? null),
    isFromPerson: wire.sender_type?.toLowerCase() === 'user',
    state: 'sent',
    problem: null,
    progress: null,
  };
}
