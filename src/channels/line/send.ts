import type { Attributes } from '../../entities/columns.ts';
import { HOUR } from '../../time.ts';
import { toLine } from '../../markdown/to-line.ts';
import { acceptance, askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import { itemsOf, renderText, textIn } from '../render-text.ts';
import { carouselsOf } from './carousel.ts';
import { locationIn, type SharedLocation, withSharedAsText } from '../shared-things.ts';
import { splitText } from '../split-text.ts';
import type { Means, Outcome, OutgoingFile, OutgoingMessage, Transport } from '../transport.ts';

const TEXT_LENGTH = 5000;
/** Messages in one request. */
const MOST_MESSAGES = 5;
const MOST_BUTTONS = 13;
const LABEL_LENGTH = 20;
const REPLY_LENGTH = 300;
const PLACE_LENGTH = 100;
const PICTURE_BYTES = 10_000_000;
const PREVIEW_BYTES = 1_000_000;
const PICTURES = ['image/jpeg', 'image/png'];
/** LINE knows a key for a day; the last hour is left for a request that takes long, and for clocks that differ. */
const KEY_LIFETIME_MS = 23 * HOUR;
/** The request with this key has been accepted before. */
const CONFLICT = 409;

/** Pushes messages: https://developers.line.biz/en/reference/messaging-api. A retry key keeps repetitions from arriving twice. */
export const lineTransport: Transport = {
  provider: 'LINE',
  isRepeatable: true,
  keyLifetimeMs: KEY_LIFETIME_MS,

  partsOf(message) {
    const all = lineMessages(message);
    const requests: Attributes[][] = [];
    for (let from = 0; from < all.length; from += MOST_MESSAGES) requests.push(all.slice(from, from + MOST_MESSAGES));
    return requests.map((messages) => async (means) => {
      const outcome = await push(means, message.to, messages);
      // A message without the quotation is better than none; what was refused has not used up the key.
      const isQuoteRefused = outcome.is === 'refused' && /quoteToken/i.test(outcome.reason);
      return isQuoteRefused ? push(means, message.to, messages.map(withoutQuote)) : outcome;
    });
  },
};

function push({ http, urls, channel, key }: Means, to: string, messages: Attributes[]): Promise<Outcome> {
  const headers = {
    authorization: `Bearer ${String(channel.secrets['line_channel_token'])}`,
    'x-line-retry-key': key,
  };
  return askProvider(http, `${urls.line_url}/v2/bot/message/push`, { headers, json: { to, messages } }, read);
}

const withoutQuote = ({ quoteToken: _, ...message }: Attributes): Attributes => message;

function lineMessages(message: OutgoingMessage): Attributes[] {
  const pictures = message.files.filter(isPicture);
  const links = message.files.filter((file) => !isPicture(file)).map(({ url }) => url);
  const isCarousel = message.contentType === 'cards';
  // LINE has places, but no cards of people.
  const { location: _, ...asText } = message.contentAttributes;
  const content = message.content && toLine(message.content);
  const written = { ...message, content: withSharedAsText({ content, contentAttributes: asText }).content };
  const text = [renderText(isCarousel ? { ...written, contentType: 'text' } : written), ...links]
    .filter((line) => line !== '')
    .join('\n');
  const { quote_token: quoteToken } = message.answered;
  const texts = splitText(text, TEXT_LENGTH).map((piece, index): Attributes => {
    const isQuoting = index === 0 && typeof quoteToken === 'string';
    return { type: 'text', text: piece, ...(isQuoting && { quoteToken }) };
  });
  const buttons = buttonsOf(message);
  const place = locationIn(message.contentAttributes);
  const all = [
    ...texts,
    ...(isCarousel ? carouselsOf(message) : []),
    ...(place ? [placeOf(place)] : []),
    ...pictures.map(pictureOf),
  ];
  // LINE shows those of the last message only.
  const last = all.at(-1);
  if (last && buttons.length > 0) last['quickReply'] = { items: buttons };
  return all;
}

function placeOf({ latitude, longitude, name, address }: SharedLocation): Attributes {
  const coordinates = `${latitude}, ${longitude}`;
  const [title, line] = [name || address || coordinates, address || coordinates];
  return {
    type: 'location',
    title: title.slice(0, PLACE_LENGTH),
    address: line.slice(0, PLACE_LENGTH),
    latitude,
    longitude,
  };
}

const pictureOf = ({ url, previewUrl }: OutgoingFile): Attributes => ({
  type: 'image',
  originalContentUrl: url,
  previewImageUrl: previewUrl ?? url,
});

/** Whether LINE shows it as a picture: itself, or the smaller one that stands for it, must be small enough for a preview. */
const isPicture = ({ contentType, size, previewUrl }: OutgoingFile) =>
  PICTURES.includes(contentType) && size <= PICTURE_BYTES && (size <= PREVIEW_BYTES || previewUrl !== null);

/** The choices as quick replies; as many as LINE takes. The text has all of them. */
function buttonsOf({ contentType, contentAttributes }: OutgoingMessage): Attributes[] {
  if (contentType !== 'input_select') return [];
  return itemsOf(contentAttributes)
    .slice(0, MOST_BUTTONS)
    .map((item) => {
      const label = textIn(item, 'title').slice(0, LABEL_LENGTH);
      return { type: 'action', action: { type: 'message', label, text: textIn(item, 'title').slice(0, REPLY_LENGTH) } };
    });
}

function read({ status, body }: ProviderAnswer): Outcome {
  if (status === CONFLICT) return { is: 'accepted', id: idOf(body) };
  if (isSuccess(status)) return acceptance('LINE', status, idOf(body));
  const said = typeof body['message'] === 'string' ? body['message'] : 'without a reason';
  const details = (Array.isArray(body['details']) ? (body['details'] as Attributes[]) : [])
    .map((detail) => `${textIn(detail, 'property')}: ${textIn(detail, 'message')}`)
    .join('; ');
  const reason = `LINE answered ${status}: ${said}${details === '' ? '' : ` (${details})`}`;
  // The month's messages are used up, which no pause of a day ends.
  return /monthly limit/i.test(said) ? { is: 'refused', reason } : refusal(status, reason);
}

function idOf({ sentMessages }: Attributes): string | null {
  const [first] = Array.isArray(sentMessages) ? (sentMessages as Attributes[]) : [];
  return first ? textIn(first, 'id') || null : null;
}
