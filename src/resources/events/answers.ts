import { EVENT_TYPES, BOT_EVENT_TYPES, type RecordedEventType } from '../../entities/event.ts';
import { payloadShapes } from '../../wire/payload-shapes.ts';
import { either, flag, integer, iso, list, type Shape, shape } from '../../wire/shape.ts';

type PayloadShape = Shape & { title: string; properties: Record<string, Shape>; required: string[] };

const shapeOf = (type: RecordedEventType) => payloadShapes[type] as PayloadShape;

/** Whether the payload has a `created_at` of its own, which is then that of the message, conversation, contact or inbox. */
export const hasOwnTime = (type: RecordedEventType): boolean => 'created_at' in shapeOf(type).properties;

/** The webhook payload of the event type, with the event's time as `created_at` if the payload has none. */
function eventShape(type: RecordedEventType): Shape {
  const { title, properties, required, ...payload } = shapeOf(type);
  if (hasOwnTime(type)) return shapeOf(type);
  return {
    ...payload,
    title: `${title}Event`,
    properties: { ...properties, created_at: iso },
    required: [...required, 'created_at'],
  };
}

const id = (description: string): Shape<number> => ({ ...integer, description });

/** The events, unless only `meta` was asked for. */
export const feedShape = shape(
  {
    meta: shape({
      last_id: id('What to send as `after` next'),
      first_id: id('From this number on, no event of the account has been deleted'),
      more: { ...flag, description: 'Whether there is more to read now' } as Shape<boolean>,
    }),
  },
  { payload: list(either(...[...EVENT_TYPES, ...BOT_EVENT_TYPES].map(eventShape))) },
);
