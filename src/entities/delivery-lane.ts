import { defineEntity, p } from '@mikro-orm/core';
import { choice, moment } from './columns.ts';
import { RECEIVER_TYPES } from './delivery.ts';

const DeliveryLaneSchema = defineEntity({
  name: 'DeliveryLane',
  tableName: 'delivery_lanes',
  indexes: [
    { properties: ['dueAt'] },
    // For finding who has due lanes, one receiver after the other.
    { properties: ['accountId', 'receiverType', 'receiverId', 'dueAt'] },
  ],
  properties: {
    receiverType: choice(RECEIVER_TYPES).primary(),
    receiverId: p.integer().primary(),
    lane: p.string().primary(),
    /** Whose events are delivered; a bot of the installation has lanes of several accounts. */
    accountId: p.integer(),
    /** When the lane's first pending delivery is to be tried; while one is being sent, when another process may take it over. */
    dueAt: moment(),
    /** Which attempt at sending holds the lane; null = none does. */
    heldBy: p.string().nullable(),
  },
});

/**
 * A receiver and lane with pending deliveries; the row goes when none is left. Who adds a delivery and who finishes one
 * both write it, so neither can overlook the other.
 */
export class DeliveryLane extends DeliveryLaneSchema.class {}
DeliveryLaneSchema.setClass(DeliveryLane);
export { DeliveryLaneSchema };
