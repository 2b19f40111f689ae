import { type Dialect, differencesIn } from '../dialect.ts';
import type { RecordedEventType } from '../entities/event.ts';

type Recorded = { id: number; type: RecordedEventType; payload: string };

/** The body as it is sent in a dialect: the stored payload with `event`, `id` and `event_id` before its other keys. */
export function eventBody(event: Recorded, dialect: Dialect): string {
  const id = differencesIn(dialect).namesSubjects ? subjectOf(event) : event.id;
  const head = `{"event":${JSON.stringify(event.type)},"id":${id},"event_id":${event.id}`;
  return event.payload === '{}' ? `${head}}` : `${head},${event.payload.slice(1)}`;
}

/** The number of the message, conversation, contact or inbox that the event is about; the event's where there is none. */
function subjectOf({ id, type, payload }: Recorded): number {
  const { id: number } = subjectIn(type, JSON.parse(payload) as Payload) ?? {};
  return number ?? id;
}

type Subject = { id: number };
type Payload = { message?: Subject; conversation?: Subject; contact?: Subject; inbox?: Subject };

/** The subject of a payload of this type. */
function subjectIn(type: RecordedEventType, payload: Payload): Subject | undefined {
  if (type.startsWith('message_')) return payload.message;
  if (type.startsWith('inbox_')) return payload.inbox;
  return payload.conversation ?? payload.contact;
}
