import { asValue, JsonText } from '../../db/kept/json-text.ts';
import type { ReadEvent } from '../../events/feed/read-events.ts';
import { eventBody } from '../../events/event-body.ts';
import { mayOnlyRead, type Scoped } from '../../records/access/token-scope.ts';
import { iso } from '../../time.ts';
import { MASK } from '../../secrets.ts';
import { isSecretInChannel, maskSourceIds } from '../../wire/mask-source-ids.ts';
import type { Shown } from '../../wire/shape.ts';
import { type feedShape, hasOwnTime } from './answers.ts';
import type { FeedPage, FeedState } from './read-page.ts';

/**
 * The events as webhook payloads, numbered as in every dialect, without parsing their JSON. For callers with scope `read`,
 * names that would let a program speak for contacts are left out: identifiers of inboxes, and source ids of contacts.
 */
export function presentFeed(page: FeedPage, caller: Pick<Scoped, 'scope'>): Shown<typeof feedShape> {
  const events = mayOnlyRead(caller) ? page.events.map(withoutNames) : page.events;
  return { payload: events.map((event) => asValue<unknown>(new JsonText(textOf(event)))), ...presentState(page) };
}

export function presentState({ lastId, firstId, hasMore }: FeedState): Pick<Shown<typeof feedShape>, 'meta'> {
  return { meta: { last_id: lastId, first_id: firstId, more: hasMore } };
}

function withoutNames(event: ReadEvent): ReadEvent {
  const payload = JSON.parse(event.payload) as Named;
  const masked = withoutSourceIds(event.type, payload);
  const unnamed = event.type.startsWith('inbox_') ? withoutIdentifier(payload) : masked;
  return unnamed === payload ? event : { ...event, payload: JSON.stringify(unnamed) };
}

/** The parts of payloads that name inboxes and contacts. */
type Named = { channel?: string | object; conversation?: { channel: string }; source_id?: string | null };

function withoutIdentifier(payload: Named): Named {
  return { ...payload, channel: { ...(payload.channel as object), identifier: '' } };
}

function withoutSourceIds(type: string, payload: Named): Named {
  if (type === 'webwidget_triggered') return { ...maskSourceIds(payload), source_id: MASK };
  const channel = payload.conversation?.channel;
  return channel !== undefined && isSecretInChannel(channel) ? maskSourceIds(payload) : payload;
}

function textOf({ id, type, payload, createdAt }: ReadEvent): string {
  const time = `"created_at":"${iso(createdAt)}"`;
  const timed = payload === '{}' ? `{${time}}` : `{${time},${payload.slice(1)}`;
  return eventBody({ id, type, payload: hasOwnTime(type) ? payload : timed }, 'spec');
}
