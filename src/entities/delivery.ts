import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment } from './columns.ts';
import { Event } from './event.ts';

/** What kind of receiver: a row of webhooks, of inboxes (an API channel's webhook_url) or of agent_bots. */
export const RECEIVER_TYPES = ['Webhook', 'Inbox', 'AgentBot'] as const;
export type ReceiverType = (typeof RECEIVER_TYPES)[number];

/** pending until it succeeds, has failed with its last attempt, or its receiver is gone or disabled. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  indexes: [{ properties: ['receiverType', 'receiverId', 'lane', 'status', 'id'] }, { properties: ['messageId'] }],
  properties: {
    id: id(),
    accountId: p.integer(),
    event: () => p.manyToOne(Event).lazyRef().deleteRule('cascade').index(),
    receiverType: choice(RECEIVER_TYPES),
    receiverId: p.integer(),
    /** Deliveries of one receiver and lane go out one after the other: "conversation:12", "contact:7". */
    lane: p.string(),
    /** The message whose creation is delivered, when it is one; its channel's failure is the message's. */
    messageId: p.integer().nullable(),
    status: choice(DELIVERY_STATUSES).default('pending'),
    attemptsCount: p.integer().default(0),
    createdAt: moment(),
    finishedAt: moment().nullable(),
  },
});

/** One event on its way to one receiver. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
export { DeliverySchema };
