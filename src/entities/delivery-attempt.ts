import { defineEntity, p } from '@mikro-orm/core';
import { id, moment, text } from './columns.ts';
import { Delivery } from './delivery.ts';

/** One attempt at a delivery. */
export const DeliveryAttempt = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempts',
  properties: {
    id: id(),
    delivery: p.manyToOne(Delivery).deleteRule('cascade').index(),
    startedAt: moment(),
    /** Milliseconds until the answer or the error. */
    latencyMs: p.integer(),
    /** HTTP status of the answer; null = there was none. */
    statusCode: p.integer().nullable(),
    /** Why there was no answer, or why it broke off; null = it was complete. */
    error: text().nullable(),
    /** The first kilobyte of the answer; null = there was none. */
    response: text().nullable(),
  },
});
