import { DELIVERY_STATUSES } from '../../../entities/delivery.ts';
import { BOT_EVENT_TYPES, EVENT_TYPES } from '../../../entities/event.ts';
import { integer, iso, list, named, nullable, oneOf, type Shape, shape, text } from '../../../wire/shape.ts';

const described = <T>(described: Shape<T>, description: string): Shape<T> => ({ ...described, description });

export const deliveryShape = named('Delivery', {
  id: integer,
  event_id: integer,
  event: oneOf([...EVENT_TYPES, ...BOT_EVENT_TYPES]),
  status: described(
    oneOf(DELIVERY_STATUSES),
    'pending: it is due or under way; exhausted: its last attempt failed; cancelled: the webhook was disabled before it was sent',
  ),
  attempts: described(integer, 'How many there have been in all, also before it was sent again'),
  created_at: iso,
  finished_at: nullable(iso),
  next_attempt_at: described(
    nullable(iso),
    'Not before then, and after earlier ones of its conversation; null = it is finished, or one of them is under way',
  ),
  last_attempt: nullable(
    shape({
      started_at: iso,
      latency_ms: integer,
      status_code: described(nullable(integer), 'null = there was no answer'),
      error: described(nullable(text), 'Why there was no answer, or why it broke off'),
      response: described(nullable(text), 'The first kilobyte of the answer'),
    }),
  ),
});

export const deliveriesShape = shape({
  payload: list(deliveryShape),
  meta: shape({
    next_before: described(nullable(integer), 'What to send as `before` for the next page; null = this is the last'),
  }),
});
