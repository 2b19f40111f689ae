import { asValue, JsonText } from '../../db/kept/json-text.ts';
import type { ReadEvent } from '../../events/feed/read-events.ts';
import { eventBody } from '../../events/event-body.ts';
import { mayOnlyRead, type Scoped } from '../../records/access/token-scope.ts';
import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import { type feedShape, hasOwnTime } from './answers.ts';
import type { FeedPage, FeedState } from './read-page.ts';

/**
 * The events as webhook payloads, numbered as in every dialect, without parsing their JSON. For callers with scope `read`,
 * identifiers that would let a program speak for contacts are left out.
 */
export function presentFeed(page: FeedPage, caller: Pick<Scoped, 'scope'>): Shown<typeof feedShape> {
  const events = mayOnlyRead(caller) ? page.events.map(withoutIdentifier) : page.events;
  return { payload: events.map((event) => asValue<unknown>(new JsonText(textOf(event)))), ...presentState(page) };
}

export function presentState({ lastId, firstId, hasMore }: FeedState): Pick<Shown<typeof feedShape>, 'meta'> {
  return { meta: { last_id: lastId, first_id: firstId, more: hasMore } };
}

function withoutIdentifier(event: ReadEvent): ReadEvent {
  if (!event.type.startsWith('inbox_')) return event;
  const payload = JSON.parse(event.payload) as { channel: object };
  return { ...event, payload: JSON.stringify({ ...payload, channel: { ...payload.channel, identifier: '' } }) };
}

function textOf({ id, type, payload, createdAt }: ReadEvent): string {
  const time = `"created_at":"${iso(createdAt)}"`;
  const timed = payload === '{}' ? `{${time}}` : `{${time},${payload.slice(1)}`;
  return eventBody({ id, type, payload: hasOwnTime(type) ? payload : timed }, 'spec');
}
