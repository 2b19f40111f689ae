import type { Attributes } from '../../entities/columns.ts';
import { actionsOf, itemsOf, renderText, textIn } from '../render-text.ts';
import type { OutgoingMessage } from '../transport.ts';

const MOST_CARDS = 12;
const MOST_BUTTONS = 4;
const LABEL_LENGTH = 20;
const DATA_LENGTH = 300;
const ALTERNATIVE_LENGTH = 400;
const TEXT_LENGTH = 2000;
/** LINE fetches pictures by HTTPS only. */
const PICTURE = /^https:\/\//i;
const ADDRESS = /^(https?:\/\/|tel:)/i;

/** The cards of a message side by side, as Flex messages: https://developers.line.biz/en/docs/messaging-api/flex-message-elements. */
export function carouselsOf(message: OutgoingMessage): Attributes[] {
  const cards = itemsOf(message.contentAttributes);
  const bubbles = cards.map(bubbleOf).filter((bubble) => bubble !== null);
  const altText = renderText({ ...message, content: null }).slice(0, ALTERNATIVE_LENGTH);
  const carousels: Attributes[] = [];
  for (let from = 0; from < bubbles.length; from += MOST_CARDS) {
    const contents = bubbles.slice(from, from + MOST_CARDS);
    carousels.push({ type: 'flex', altText, contents: { type: 'carousel', contents } });
  }
  return carousels;
}

/** Null for a card that has nothing to show. */
function bubbleOf(card: Attributes): Attributes | null {
  const [title, description, picture] = ['title', 'description', 'media_url'].map((name) => textIn(card, name));
  const texts: Attributes[] = [
    ...(title ? [{ type: 'text', text: title.slice(0, TEXT_LENGTH), weight: 'bold', wrap: true }] : []),
    ...(description ? [{ type: 'text', text: description.slice(0, TEXT_LENGTH), wrap: true }] : []),
  ];
  const buttons = actionsOf(card)
    .map(buttonOf)
    .filter((button) => button !== null)
    .slice(0, MOST_BUTTONS);
  const hero =
    picture && PICTURE.test(picture) ? { type: 'image', url: picture, size: 'full', aspectMode: 'cover' } : null;
  if (texts.length === 0 && buttons.length === 0 && !hero) return null;
  return {
    type: 'bubble',
    ...(hero && { hero }),
    ...(texts.length > 0 && { body: column(texts) }),
    ...(buttons.length > 0 && { footer: column(buttons) }),
  };
}

const column = (contents: Attributes[]) => ({ type: 'box', layout: 'vertical', spacing: 'sm', contents });

/** Null for an action that does nothing in LINE. */
function buttonOf(action: Attributes): Attributes | null {
  const [text, uri, payload] = [textIn(action, 'text'), textIn(action, 'uri'), textIn(action, 'payload')];
  const label = text.slice(0, LABEL_LENGTH);
  if (label === '') return null;
  if (ADDRESS.test(uri)) return { type: 'button', action: { type: 'uri', label, uri } };
  const data = payload.slice(0, DATA_LENGTH);
  return data === '' ? null : { type: 'button', action: { type: 'postback', label, data, displayText: label } };
}
