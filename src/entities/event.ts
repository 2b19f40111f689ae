import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment, text } from './columns.ts';

/** The types of events that webhooks can subscribe to, as named in the API. */
export const EVENT_TYPES = [
  'conversation_created',
  'conversation_status_changed',
  'conversation_updated',
  'message_created',
  'message_updated',
  'contact_created',
  'contact_updated',
  'conversation_typing_on',
  'conversation_typing_off',
  'webwidget_triggered',
  'inbox_created',
  'inbox_updated',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** Further types, delivered only to bots; webhooks cannot subscribe to them. */
export const BOT_EVENT_TYPES = [
  'conversation_opened',
  'conversation_resolved',
  'conversation_bot_handoff',
  'conversation_bot_resolved',
] as const;
export type RecordedEventType = EventType | (typeof BOT_EVENT_TYPES)[number];

/** A change with its payload, recorded in the transaction that made it. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  indexes: [{ properties: ['accountId', 'id'] }],
  properties: {
    /** The event's number, increasing in the whole installation; receivers see it as `id`. */
    id: id(),
    accountId: p.integer(),
    /** The inbox whose members may see it; 0 = all members may, null = unknown: it was recorded by an older version. */
    inboxId: p.integer().nullable(),
    type: choice([...EVENT_TYPES, ...BOT_EVENT_TYPES]),
    /** The JSON object without its keys `event` and `id`, byte for byte as it is sent; with a layout, only its values. */
    payload: text(),
    /** What it has in common with other payloads; null = it is whole. No foreign key: layouts are never deleted. */
    layoutId: p.integer().nullable(),
    /** The number of automatic changes in a row of its conversation, including this one; 0 = not automatic. */
    chainLength: p.integer().default(0),
    createdAt: moment(),
  },
});
