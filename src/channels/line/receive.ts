import { createHmac } from 'node:crypto';
import type { Attributes } from '../../entities/columns.ts';
import { showLocation } from '../shared-things.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import {
  laneOfStatus,
  type RawEvent,
  type ReceivedContact,
  type ReceivedItem,
  type ReceivedMessage,
  type Receiver,
} from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import { showUnsupported } from '../receiving/unsupported.ts';
import { authorization, callLine } from './call.ts';

const SIGNATURE_HEADER = 'x-line-signature';
/** Bytes of the largest file that is fetched. */
const FILE_BYTES = 200_000_000;
const FILES = ['image', 'video', 'audio', 'file'];

/** Reads the events of the Messaging API: https://developers.line.biz/en/reference/messaging-api/#webhooks. */
export const lineReceiver: Receiver = {
  provider: 'LINE',

  refusal({ headers, bytes }, { secrets }) {
    const { line_channel_secret: secret } = secrets;
    if (typeof secret !== 'string' || secret === '') return 'the inbox has no line_channel_secret';
    const expected = createHmac('sha256', secret).update(bytes).digest('base64');
    return isSameText(headers[SIGNATURE_HEADER] ?? '', expected) ? null : `${SIGNATURE_HEADER} does not fit the body`;
  },

  eventsIn({ body }) {
    return listAt(objectIn(body), 'events').map((event): RawEvent => {
      const key = textAt(event, 'webhookEventId');
      if (key === '') throw new Error('an event has no webhookEventId');
      const taken = textAt(objectAt(event, 'unsend'), 'messageId');
      const lane = taken === '' ? textAt(objectAt(event, 'source'), 'userId') : laneOfStatus(taken);
      return { key, lane, body: JSON.stringify(event) };
    });
  },

  receive: (body) => [itemOf(objectIn(body))],

  async register(endpoint, means) {
    // Without a token, somebody enters the address at LINE.
    if (!means.channel.secrets['line_channel_token']) return {};
    await callLine(means, 'put', '/v2/bot/channel/webhook/endpoint', { endpoint });
    return {};
  },

  async profileOf(userId, means) {
    const profile = await callLine(means, 'get', `/v2/bot/profile/${encodeURIComponent(userId)}`);
    return { name: textAt(profile, 'displayName') || null, pictureUrl: textAt(profile, 'pictureUrl') || null };
  },

  async markRead({ mark_as_read_token: token }, means) {
    // LINE has given tokens since November 2025.
    if (typeof token !== 'string') return;
    await callLine(means, 'post', '/v2/bot/chat/markAsRead', { markAsReadToken: token });
  },

  async locate(source, { urls, channel }) {
    const elsewhere = textAt(source, 'url');
    if (elsewhere !== '') return { url: elsewhere, headers: {}, isOfSettings: false, maxBytes: FILE_BYTES };
    const url = `${urls.line_data_url}/v2/bot/message/${encodeURIComponent(textAt(source, 'message_id'))}/content`;
    return { url, headers: authorization(channel), isOfSettings: true, maxBytes: FILE_BYTES };
  },
};

function itemOf(event: Attributes): ReceivedItem {
  const source = objectAt(event, 'source');
  const taken = textAt(objectAt(event, 'unsend'), 'messageId');
  if (taken !== '') return { is: 'deletion', sourceId: taken };
  if (textAt(source, 'type') !== 'user') return { is: 'ignored', why: 'written in a group' };
  const message = objectAt(event, 'message');
  const userId = textAt(source, 'userId');
  if (userId === '') return { is: 'ignored', why: 'LINE does not say who has written it' };
  const from = { sourceId: userId, additionalAttributes: { social_line_user_id: userId } };
  if (textAt(event, 'type') === 'postback') return postbackOf(event, from);
  if (textAt(event, 'type') !== 'message') return { is: 'ignored', why: 'an event of a kind that is not read' };
  const quoted = textAt(message, 'quotedMessageId');
  const content = contentOf(message);
  return {
    is: 'message',
    sourceId: textAt(message, 'id'),
    from,
    ...content,
    contentAttributes: { ...content.contentAttributes, ...tokensOf(message) },
    answers: quoted === '' ? [] : [quoted],
  };
}

/** The tokens with which a message is quoted, and marked as read. */
function tokensOf(message: Attributes): Attributes {
  const [quote, markAsRead] = [textAt(message, 'quoteToken'), textAt(message, 'markAsReadToken')];
  return {
    ...(quote !== '' && { quote_token: quote }),
    ...(markAsRead !== '' && { mark_as_read_token: markAsRead }),
  };
}

/** A button that was pressed: of a card, or of the menu below a chat. */
function postbackOf(event: Attributes, from: ReceivedContact): ReceivedItem {
  const postback = objectAt(event, 'postback');
  const parameters = objectAt(postback, 'params');
  const value = textAt(postback, 'data');
  if (parameters['newRichMenuAliasId'] !== undefined) return { is: 'ignored', why: 'another menu was opened' };
  const chosen = ['datetime', 'date', 'time'].map((name) => textAt(parameters, name)).find((text) => text !== '');
  const sourceId = textAt(event, 'webhookEventId');
  if (chosen === undefined && value !== '') {
    return { is: 'message', sourceId, from, content: value, choice: { value, title: null, isLookedFor: true } };
  }
  return { is: 'message', sourceId, from, content: [value, chosen ?? ''].filter((text) => text !== '').join(': ') };
}

type Content = Pick<ReceivedMessage, 'content' | 'contentType' | 'contentAttributes' | 'files'>;

function contentOf(message: Attributes): Content {
  const type = textAt(message, 'type');
  if (type === 'text') return { content: textAt(message, 'text') };
  if (type === 'sticker') return stickerOf(message);
  if (type === 'location') return locationOf(message) ?? showUnsupported(type);
  if (!FILES.includes(type)) return showUnsupported(type);
  const { originalContentUrl: url } = objectAt(message, 'contentProvider');
  const source: Attributes = typeof url === 'string' ? { url } : { message_id: textAt(message, 'id') };
  const contentType = type === 'audio' ? 'audio/mp4' : null;
  return { content: null, files: [{ source, name: textAt(message, 'fileName') || null, contentType }] };
}

function stickerOf(message: Attributes): Content {
  const id = encodeURIComponent(textAt(message, 'stickerId'));
  const url = `https://stickershop.line-scdn.net/stickershop/v1/sticker/${id}/android/sticker.png`;
  // Some stickers have text by the sender; for the others, LINE sends keywords.
  const [text, { keywords = [] }] = [textAt(message, 'text'), message];
  return {
    content: [`![sticker-${id}](${url})`, text].filter((line) => line !== '').join('\n'),
    contentType: 'sticker',
    contentAttributes: { sticker: { package_id: textAt(message, 'packageId'), sticker_id: id, text, keywords } },
  };
}

function locationOf(message: Attributes): Content | null {
  const { latitude, longitude } = message;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return showLocation({ latitude, longitude, name: textAt(message, 'title'), address: textAt(message, 'address') });
}
