import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Event } from './event.ts';

/** The table of the receiver: webhooks, inboxes (an API channel's webhook_url) or agent_bots. */
export const RECEIVER_TYPES = ['Webhook', 'Inbox', 'AgentBot'] as const;
export type ReceiverType = (typeof RECEIVER_TYPES)[number];

/** `pending` until it succeeds, its last attempt fails, or its receiver is deleted or disabled. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An event for one receiver. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  indexes: [
    { properties: ['receiverType', 'receiverId', 'lane', 'status', 'id'] },
    // For reading what was sent to a receiver, and what is due to it. The conditions keep PostgreSQL from taking these for
    // finding the next delivery of a lane, as it would while it has no statistics.
    { properties: ['receiverType', 'receiverId', 'status', 'id'], where: 'finished_at is not null' },
    { properties: ['receiverType', 'receiverId', 'id'], where: 'finished_at is null' },
    { properties: ['messageId'], where: 'message_id is not null' },
  ],
  properties: {
    id: id(),
    accountId: p.integer(),
    event: p.manyToOne(Event).deleteRule('cascade').index(),
    receiverType: choice(RECEIVER_TYPES),
    receiverId: p.integer(),
    /**
     * Deliveries of one receiver and lane are sent one after the other: "conversation:12", "contact:7". Once it is sent
     * again, it is in a lane beside that one: "replay:conversation:12".
     */
    lane: p.string(),
    /** The message that is sent by this delivery; the message fails if the delivery does. Null = none. */
    messageId: p.integer().nullable(),
    status: choice(DELIVERY_STATUSES).default('pending'),
    attemptsCount: p.integer().default(0),
    createdAt: moment(),
    /** Null = it is pending. */
    finishedAt: moment().nullable(),
  },
});
