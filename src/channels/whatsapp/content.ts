import type { Attributes } from '../../entities/columns.ts';
import { showContacts, showLocation, type SharedContact } from '../shared-things.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import type { ReceivedMessage } from '../receiving/receiver.ts';
import { showUnsupported } from '../receiving/unsupported.ts';
import { linesOf } from '../receiving/value-lines.ts';
import { errorIn } from './errors.ts';

type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'contentType' | 'files' | 'choice'>;

/** The kinds of messages that are a file. */
const MEDIA = ['image', 'audio', 'voice', 'video', 'document', 'sticker'];
/** Extensions by which files without a name are known. */
const VOICE = 'voice.ogg';

/** What a message says, by its type; null = nothing for the team to read, such as that a contact opened the chat. */
export function contentOf(message: Attributes): Content | null {
  const type = textAt(message, 'type');
  if (type === 'request_welcome') return null;
  if (MEDIA.includes(type)) return mediaIn(type, objectAt(message, type));
  return READERS[type]?.(message) ?? unknown(type, objectAt(message, type));
}

/** The readers by type of message; null = the message is malformed. */
const READERS: Record<string, (message: Attributes) => Content | null> = {
  text: (message) => ({ content: textAt(objectAt(message, 'text'), 'body') }),
  location: (message) => locationIn(objectAt(message, 'location')),
  contacts: (message) => showContacts(listAt(message, 'contacts').map(contactIn)),
  reaction: (message) => ({ content: `Reacted with ${textAt(objectAt(message, 'reaction'), 'emoji')}` }),
  button: (message) => chosen(objectAt(message, 'button'), 'payload', 'text'),
  interactive: (message) => interactiveIn(objectAt(message, 'interactive')),
  order: (message) => orderIn(objectAt(message, 'order')),
  unsupported: (message) => unreadable(message),
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

function interactiveIn(interactive: Attributes): Content | null {
  const type = textAt(interactive, 'type');
  const reply = objectAt(interactive, type);
  const content = INTERACTIVE[type] ? INTERACTIVE[type](reply) : chosen(reply, 'id', 'title');
  return content ?? unknown(type, reply);
}

const INTERACTIVE: Record<string, (reply: Attributes) => Content | null> = {
  nfm_reply: formIn,
  call_permission_reply: callPermissionIn,
  product: productIn,
};

/** The body of an answered form is always the same: what was filled in is JSON of its own. */
function formIn(reply: Attributes): Content {
  const values = valuesIn(textAt(reply, 'response_json'));
  const lines = linesOf(values);
  const body = textAt(reply, 'body');
  const title = body === FORM_BODY && lines.length > 0 ? '' : body;
  const content = [title, ...lines].filter((line) => line !== '').join('\n');
  return { content: content || 'Answered a form', contentAttributes: { form_answer: { ...reply, values } } };
}

const FORM_BODY = 'Sent';
/** A value that forms add by themselves. */
const FORM_TOKEN = 'flow_token';

function valuesIn(json: string): Attributes {
  try {
    const { [FORM_TOKEN]: _, ...values } = objectIn(json);
    return values;
  } catch {
    return {};
  }
}

function callPermissionIn(reply: Attributes): Content | null {
  const response = textAt(reply, 'response');
  if (response === '') return null;
  const words: Record<string, string> = { accept: 'Allowed calls', reject: 'Did not allow calls' };
  return { content: words[response] ?? `Calls: ${response}`, contentAttributes: { call_permission: reply } };
}

function productIn(product: Attributes): Content | null {
  const id = textAt(product, 'product_retailer_id') || textAt(product, 'id');
  return id === '' ? null : { content: `Product: ${id}`, contentAttributes: { product } };
}

function chosen(answer: Attributes, value: string, title: string): Content | null {
  const [id, text] = [textAt(answer, value), textAt(answer, title)];
  return id === '' && text === '' ? null : { content: text || id, choice: { value: id || text, title: text || null } };
}

function orderIn(order: Attributes): Content {
  const lines = listAt(order, 'product_items').map((item) => {
    const price = [textAt(item, 'item_price'), textAt(item, 'currency')].filter((part) => part !== '').join(' ');
    return `${textAt(item, 'quantity')} × ${textAt(item, 'product_retailer_id')}${price === '' ? '' : ` (${price})`}`;
  });
  return { content: [textAt(order, 'text'), ...lines].filter((line) => line !== '').join('\n') || 'An order' };
}

/** Content that WhatsApp does not pass on, such as polls. */
function unreadable(message: Attributes): Content {
  const kind = textAt(objectAt(message, 'unsupported'), 'type');
  const said = [kind, errorIn(message).text].filter((part) => part !== '').join(': ');
  const { contentAttributes } = showUnsupported(kind || 'unsupported');
  return { content: `A message that WhatsApp does not pass on${said === '' ? '' : `: ${said}`}`, contentAttributes };
}

/** A message of an unknown kind, with its values. */
function unknown(kind: string, told: Attributes): Content {
  const { content, contentAttributes } = showUnsupported(kind);
  return { content: [content, ...linesOf(told)].join('\n'), contentAttributes };
}
