import type { Attributes } from '../../entities/columns.ts';
import { showContacts, showLocation, type SharedContact } from '../shared-things.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import type { ReceivedMessage } from '../receiving/receiver.ts';
import { errorIn } from './errors.ts';

type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'contentType' | 'files' | 'choice'>;

/** The kinds of messages that are a file. */
const MEDIA = ['image', 'audio', 'voice', 'video', 'document', 'sticker'];
/** Extensions by which files without a name are known. */
const VOICE = 'voice.ogg';

/** What a message says, by its type; null = nothing for the team to read, such as that a contact opened the chat. */
export function contentOf(message: Attributes): Content | null {
  const type = textAt(message, 'type');
  if (MEDIA.includes(type)) return mediaIn(type, objectAt(message, type));
  return READERS[type] ? READERS[type](message) : unreadable(message);
}

/** `content` null = a message that is not shown. */
const READERS: Record<string, (message: Attributes) => Content | null> = {
  text: (message) => ({ content: textAt(objectAt(message, 'text'), 'body') }),
  location: (message) => locationIn(objectAt(message, 'location')),
  contacts: (message) => showContacts(listAt(message, 'contacts').map(contactIn)),
  reaction: (message) => reactionIn(objectAt(message, 'reaction')),
  button: (message) => chosen(objectAt(message, 'button'), 'payload', 'text'),
  interactive: (message) => interactiveIn(objectAt(message, 'interactive')),
  order: (message) => orderIn(objectAt(message, 'order')),
  request_welcome: () => null,
  system: () => null,
};

function mediaIn(type: string, media: Attributes): Content {
  const isVoice = type === 'voice' || media['voice'] === true;
  const name = textAt(media, 'filename') || (isVoice ? VOICE : type === 'sticker' ? 'sticker.webp' : null);
  const source = { media_id: textAt(media, 'id') };
  return {
    content: textAt(media, 'caption') || null,
    files: [{ source, name, contentType: textAt(media, 'mime_type') || null }],
    ...(isVoice && { contentAttributes: { is_voice_message: true } }),
  };
}

function locationIn(location: Attributes): Content | null {
  const [latitude, longitude] = [Number(location['latitude']), Number(location['longitude'])];
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  return showLocation({ latitude, longitude, name: textAt(location, 'name'), address: textAt(location, 'address') });
}

function contactIn(card: Attributes): SharedContact {
  const name = objectAt(card, 'name');
  return {
    firstName: textAt(name, 'first_name') || textAt(name, 'formatted_name'),
    lastName: textAt(name, 'last_name'),
    phoneNumbers: listAt(card, 'phones').map((phone) => textAt(phone, 'phone') || textAt(phone, 'wa_id')),
    emails: listAt(card, 'emails').map((email) => textAt(email, 'email')),
  };
}

function reactionIn(reaction: Attributes): Content {
  const emoji = textAt(reaction, 'emoji');
  return { content: emoji === '' ? 'Took a reaction back' : `Reacted with ${emoji}` };
}

function interactiveIn(interactive: Attributes): Content {
  const type = textAt(interactive, 'type');
  const reply = objectAt(interactive, type);
  if (type !== 'nfm_reply') return chosen(reply, 'id', 'title');
  return { content: textAt(reply, 'body') || 'Answered a form', contentAttributes: { form_answer: reply } };
}

function chosen(answer: Attributes, value: string, title: string): Content {
  const [id, text] = [textAt(answer, value), textAt(answer, title)];
  return { content: text || id, choice: { value: id || text, title: text || null } };
}

function orderIn(order: Attributes): Content {
  const lines = listAt(order, 'product_items').map((item) => {
    const price = [textAt(item, 'item_price'), textAt(item, 'currency')].filter((part) => part !== '').join(' ');
    return `${textAt(item, 'quantity')} × ${textAt(item, 'product_retailer_id')}${price === '' ? '' : ` (${price})`}`;
  });
  return { content: [textAt(order, 'text'), ...lines].filter((line) => line !== '').join('\n') || 'An order' };
}

/** What WhatsApp does not pass on, such as polls; the contact knows what it was. */
function unreadable(message: Attributes): Content {
  const { text } = errorIn(message);
  return { content: `A message that WhatsApp does not pass on${text === '' ? '' : `: ${text}`}` };
}
