import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import { withEntities } from './entities.ts';
import { nameOfChat } from './kinds.ts';

/** Members of an answered message in another chat that say what it was. */
const MEDIA = [
  'photo',
  'video',
  'animation',
  'audio',
  'document',
  'voice',
  'video_note',
  'sticker',
  'story',
  'contact',
];
const OTHERS = ['venue', 'location', 'poll', 'checklist', 'dice', 'game', 'invoice', 'paid_media', 'live_photo'];

/**
 * Where a message comes from, as attributes: `quote`, the part of another message that it answers; `forward_origin` with
 * `forwarded`, who wrote it first; `external_reply`, the message in another chat that it answers. {} = none of these.
 */
export function originAttributes(message: Attributes): Attributes {
  const quote = objectAt(message, 'quote');
  const text = textAt(quote, 'text');
  const forwarded = objectAt(message, 'forward_origin');
  const external = objectAt(message, 'external_reply');
  return {
    ...(text !== '' && { quote: { text: withEntities(text, listAt(quote, 'entities')) } }),
    ...(isThere(forwarded) && { forwarded: true, forward_origin: originOf(forwarded) }),
    ...(isThere(external) && { external_reply: externalOf(external) }),
  };
}

const isThere = (object: Attributes) => Object.keys(object).length > 0;

/** The first author of a message: a person, a hidden person, or a chat. */
function originOf(origin: Attributes): Attributes {
  const sender = [objectAt(origin, 'sender_user'), objectAt(origin, 'sender_chat'), objectAt(origin, 'chat')].find(
    isThere,
  );
  const name = textAt(origin, 'sender_user_name') || nameOfChat(sender ?? {});
  return {
    type: textAt(origin, 'type'),
    name: name || null,
    username: textAt(sender ?? {}, 'username') || null,
    date: typeof origin['date'] === 'number' ? origin['date'] : null,
  };
}

function externalOf(external: Attributes): Attributes {
  return {
    origin: originOf(objectAt(external, 'origin')),
    chat: nameOfChat(objectAt(external, 'chat')) || null,
    message_id: textAt(external, 'message_id') || null,
    kind: [...MEDIA, ...OTHERS].find((member) => external[member] !== undefined) ?? null,
  };
}
