import type { WireContact, WireConversation, WireMessage } from './wire.ts';

/** A change as the socket or the feed tells of it. */
export type Change = {
  /** As on the socket: `message.created`. */
  name: string;
  /** The number of the event; null = the change is no event, and is told as things are at that moment. */
  number: number | null;
  conversation?: WireConversation;
  message?: WireMessage;
  contact?: WireContact;
  /** The rest of the frame's data. */
  data: Record<string, unknown>;
};

type Frame = { event: string; data: Record<string, unknown> & { event_id?: number; account_id?: number } };

/** The change in a frame of the socket; null = of another account, or unreadable. */
export function changeOfFrame(frame: unknown, accountId: number): Change | null {
  if (typeof frame !== 'object' || frame === null || !('event' in frame) || !('data' in frame)) return null;
  const { event: name, data } = frame as Frame;
  if (data.account_id !== undefined && data.account_id !== accountId) return null;
  const change: Change = { name, number: data.event_id ?? null, data };
  if (name.startsWith('message.') || name === 'first.reply.created') {
    return { ...change, message: data as unknown as WireMessage };
  }
  if (name.startsWith('conversation.typing_')) return change;
  if (name.startsWith('contact.')) return { ...change, contact: data as unknown as WireContact };
  const isConversation = 'meta' in data && 'uuid' in data;
  return isConversation ? { ...change, conversation: data as unknown as WireConversation } : change;
}

/** An event of the feed, `GET events`. */
export type FeedEvent = {
  event: string;
  event_id: number;
  created_at: string | number;
  conversation?: WireConversation;
  message?: WireMessage;
  contact?: WireContact;
  [key: string]: unknown;
};

/** The change of an event of the feed, which has it in another form than the socket. */
export function changeOfEvent(event: FeedEvent): Change {
  const { event: type, event_id: number, conversation, message, contact, created_at: at } = event;
  const change: Change = { name: type.replace('_', '.'), number, data: {} };
  if (type.startsWith('message_') && message && conversation) {
    const whole = { ...message, conversation_id: conversation.id, ...(typeof at === 'string' && { updated_at: at }) };
    return { ...change, message: whole, conversation };
  }
  if (type.startsWith('conversation_') && conversation) return { ...change, conversation };
  return type.startsWith('contact_') && contact ? { ...change, contact } : change;
}

/** What the console reads of the feed after a gap. */
export const FEED_TYPES = [
  'conversation_created',
  'conversation_updated',
  'conversation_status_changed',
  'message_created',
  'message_updated',
  'contact_created',
  'contact_updated',
];
