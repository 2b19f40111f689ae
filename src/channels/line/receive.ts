import { createHmac } from 'node:crypto';
import type { Attributes } from '../../entities/columns.ts';
import { showLocation } from '../shared-things.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import {
  laneOfStatus,
  type RawEvent,
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

  refusal({ headers, body }, { secrets }) {
    const { line_channel_secret: secret } = secrets;
    if (typeof secret !== 'string' || secret === '') return 'the inbox has no line_channel_secret';
    const expected = createHmac('sha256', secret).update(body).digest('base64');
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
  if (textAt(event, 'type') !== 'message') return { is: 'ignored', why: 'an event of a kind that is not read' };
  const quoted = textAt(message, 'quotedMessageId');
  const userId = textAt(source, 'userId');
  if (userId === '') return { is: 'ignored', why: 'LINE does not say who has written it' };
  return {
    is: 'message',
    sourceId: textAt(message, 'id'),
    from: { sourceId: userId, additionalAttributes: { social_line_user_id: userId } },
    ...contentOf(message),
    answers: quoted === '' ? [] : [quoted],
  };
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
  return { content: `![sticker-${id}](${url})`, contentType: 'sticker' };
}

function locationOf(message: Attributes): Content | null {
  const { latitude, longitude } = message;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return showLocation({ latitude, longitude, name: textAt(message, 'title'), address: textAt(message, 'address') });
}
