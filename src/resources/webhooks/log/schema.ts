import { DELIVERY_STATUSES } from '../../../entities/delivery.ts';
import { integer, object, oneOf } from '../../../fields.ts';

/** Deliveries on one page, unless asked otherwise, and at most. */
const USUAL_LIMIT = 25;
const MOST_DELIVERIES = 100;

export const deliveriesQuery = object({
  before: integer().meta({ description: 'Only deliveries with a lower number: `meta.next_before` of the page before' }),
  limit: integer()
    .min(1, 'must be at least 1')
    .max(MOST_DELIVERIES, `must be at most ${MOST_DELIVERIES}`)
    .default(USUAL_LIMIT),
  status: oneOf(DELIVERY_STATUSES),
});
