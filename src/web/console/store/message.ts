import type { Attributes, WireAttachment, WireMessage, WireSender } from './wire.ts';

export type Kind = 'incoming' | 'outgoing' | 'activity' | 'template';
export type SenderType = 'user' | 'contact' | 'agent_bot';
export type Sender = { type: SenderType; id: number; name: string; picture: string };

/** A message as the server has it. */
export type Message = {
  id: number;
  conversationId: number;
  content: string;
  contentType: string;
  attributes: Attributes;
  kind: Kind;
  /** Unix seconds. */
  createdAt: number;
  /** ISO 8601; '' = unknown. */
  updatedAt: string;
  isPrivate: boolean;
  isDeleted: boolean;
  status: string;
  /** The provider's words on why it was not delivered. */
  error: string | null;
  sender: Sender | null;
  attachments: readonly WireAttachment[];
};

const KINDS: readonly Kind[] = ['incoming', 'outgoing', 'activity', 'template'];
const TYPES: Record<string, SenderType> = {
  user: 'user',
  contact: 'contact',
  agentbot: 'agent_bot',
  agent_bot: 'agent_bot',
};

export function messageOf(wire: WireMessage): Message {
  const { message_type: type } = wire;
  return {
    id: wire.id,
    conversationId: wire.conversation_id,
    content: wire.content ?? '',
    contentType: wire.content_type,
    attributes: wire.content_attributes,
    kind: typeof type === 'number' ? (KINDS[type] ?? 'activity') : (type as Kind),
    createdAt: wire.created_at,
    updatedAt: wire.updated_at ?? '',
    isPrivate: wire.private,
    isDeleted: Boolean(wire.content_attributes['deleted']),
    status: wire.status,
    error: wire.external_error ?? null,
    sender: wire.sender ? senderOf(wire.sender) : null,
    attachments: wire.attachments ?? [],
  };
}

function senderOf({ id, name, available_name: shown, type = '', avatar_url: avatar, thumbnail }: WireSender): Sender {
  return {
    type: TYPES[type.toLowerCase()] ?? 'contact',
    id,
    name: shown ?? name ?? '',
    picture: avatar ?? thumbnail ?? '',
  };
}
