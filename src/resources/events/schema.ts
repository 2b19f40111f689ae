import { itemsOf } from '../../comma-list.ts';
import { BOT_EVENT_TYPES, EVENT_TYPES } from '../../entities/event.ts';
import { array, integer, object, oneOf } from '../../fields.ts';

const MOST_EVENTS = 100;
/** Seconds; proxies end requests that take a minute. */
const LONGEST_WAIT = 30;

export const eventsQuery = object({
  after: integer().meta({
    description:
      'The number of the last event that the client has: `meta.last_id` of the answer before. Absent: only `meta`',
  }),
  limit: integer().min(1, 'must be at least 1').max(MOST_EVENTS, `must be at most ${MOST_EVENTS}`).default(MOST_EVENTS),
  types: array(oneOf([...EVENT_TYPES, ...BOT_EVENT_TYPES]).required("can't be blank"))
    .transform((_, given: unknown) => (typeof given === 'string' ? itemsOf(given) : given))
    .meta({ description: 'Only events of these types; otherwise of all that webhooks can subscribe to' }),
  wait: integer()
    .max(LONGEST_WAIT, `must be at most ${LONGEST_WAIT}`)
    .default(0)
    .meta({ description: 'Seconds to wait for an event when there is none yet' }),
});
