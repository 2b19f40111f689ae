import { defineEntity, p } from '@mikro-orm/core';
import { choice, moment } from './columns.ts';
import { RECEIVER_TYPES } from './delivery.ts';

/**
 * A lane of a receiver with pending deliveries; the row is deleted when none is left. Both adding and finishing a
 * delivery write this row, so that concurrent transactions wait for each other.
 */
export const DeliveryLane = defineEntity({
  name: 'DeliveryLane',
  tableName: 'delivery_lanes',
  indexes: [
    { properties: ['dueAt'] },
    // For finding receivers with due lanes, one after the other.
    { properties: ['accountId', 'receiverType', 'receiverId', 'dueAt'] },
  ],
  properties: {
    receiverType: choice(RECEIVER_TYPES).primary(),
    receiverId: p.integer().primary(),
    lane: p.string().primary(),
    /** The account of the delivered events; a bot of the installation has lanes in several accounts. */
    accountId: p.integer(),
    /** When the lane's first pending delivery is due; while the lane is claimed, the end of the lease. */
    dueAt: moment(),
    /** The claim that holds the lane; null = none. */
    heldBy: p.string().nullable(),
  },
});
