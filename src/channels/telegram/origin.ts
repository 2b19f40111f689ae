import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import { withEntities } from './entities.ts';
import { nameOfChat } from './kinds.ts';

/** Members with the kind of an answered message in another chat. */
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
 * The origin of a message as attributes: `quote`, the answered part of another message; `forward_origin` with `forwarded`,
 * the original author; `external_reply`, the answered message in another chat. {} = none.
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
