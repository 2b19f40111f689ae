import type { Attributes, Json } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { parseJsonText } from '../../fields/json-text.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import { laneOfStatus, type RawEvent, type ReceivedItem, type Receiver } from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import { CALLBACK_USERNAME } from './callback-login.ts';

/** Bytes of the largest file that is fetched. */
const FILE_BYTES = 20_000_000;
/** Descriptions of how other files are shown. */
const NO_FILE = /\.(smil|xml)$/i;
const PHONE_NUMBER = /^\+\d{1,15}$/;
const RECEIVED = 'message-received';
const STATUSES: Record<string, MessageStatus> = {
  'message-delivered': 'delivered',
  'message-read': 'read',
  'message-failed': 'failed',
};

/** Reads the callbacks of Bandwidth, which are not signed: https://dev.bandwidth.com/docs/messaging/webhooks. */
export const bandwidthReceiver: Receiver = {
  provider: 'Bandwidth',

  refusal({ headers }, { secrets }) {
    const { callback_password: password } = secrets;
    if (typeof password !== 'string') return 'the inbox has no callback_password yet: save it once';
    const login = Buffer.from(`${CALLBACK_USERNAME}:${password}`).toString('base64');
    const isRight = isSameText(headers['authorization'] ?? '', `Basic ${login}`);
    return isRight ? null : 'it has not the callback_username and callback_password of the inbox';
  },

  eventsIn({ body }, { settings }): RawEvent[] {
    return listIn(body)
      .filter((item) => ownerOf(item) === settings['phone_number'])
      .map((item) => {
        const id = textAt(objectAt(item, 'message'), 'id');
        if (id === '') throw new Error('an item has no message.id');
        const type = textAt(item, 'type');
        const lane = type === RECEIVED ? textAt(objectAt(item, 'message'), 'from') : laneOfStatus(id);
        return { key: `${type} ${id}`, lane, body: JSON.stringify(item) };
      });
  },

  receive(body): ReceivedItem[] {
    const item = objectIn(body);
    return [textAt(item, 'type') === RECEIVED ? messageOf(objectAt(item, 'message')) : statusOf(item)];
  },

  async locate({ url: given }, { urls, channel }) {
    const url = String(given);
    const { api_key: key, api_secret: secret } = (channel.secrets['provider_config'] ?? {}) as Attributes;
    const isBandwidth = URL.canParse(url) && new URL(url).origin === new URL(urls.bandwidth_url).origin;
    const login = Buffer.from(`${String(key)}:${String(secret)}`).toString('base64');
    const headers: Record<string, string> = isBandwidth ? { authorization: `Basic ${login}` } : {};
    return { url, headers, isOfSettings: isBandwidth, maxBytes: FILE_BYTES };
  },
};

/** The numbers that the items of a callback are about; [] where it cannot be read. */
export function ownersIn(body: string): string[] {
  try {
    return [...new Set(listIn(body).map(ownerOf))].filter((owner) => owner !== '');
  } catch {
    return [];
  }
}

/** @throws Error when it is no list in JSON */
function listIn(body: string): Attributes[] {
  const items = parseJsonText(body) as Json;
  if (!Array.isArray(items)) throw new Error('it is no list');
  return listAt({ items }, 'items');
}

/** The number of ours that the item is about. */
function ownerOf(item: Attributes): string {
  return textAt(objectAt(item, 'message'), 'owner') || textAt(item, 'to');
}

function statusOf(item: Attributes): ReceivedItem {
  const status = STATUSES[textAt(item, 'type')];
  if (!status) return { is: 'ignored', why: 'it is still on its way' };
  const error = [textAt(item, 'errorCode'), textAt(item, 'description')].filter((part) => part !== '').join(' - ');
  const message = objectAt(item, 'message');
  // As send-by-bandwidth.ts has written it.
  const tag = textAt(message, 'tag');
  return {
    is: 'status',
    sourceId: textAt(message, 'id'),
    status,
    error: status === 'failed' ? error || 'Bandwidth says no reason' : null,
    messageId: /^\d{1,15}$/.test(tag) ? Number(tag) : null,
  };
}

function messageOf(message: Attributes): ReceivedItem {
  const from = textAt(message, 'from');
  const text = textAt(message, 'text');
  const { media } = message;
  const urls = (Array.isArray(media) ? media : []).filter((url) => typeof url === 'string' && !NO_FILE.test(url));
  if (!PHONE_NUMBER.test(from)) return { is: 'ignored', why: 'its sender has no number that can be answered' };
  if (text === '' && urls.length === 0) return { is: 'ignored', why: 'it has neither a text nor files' };
  return {
    is: 'message',
    sourceId: textAt(message, 'id'),
    from: { sourceId: from, phoneNumber: from },
    content: text || null,
    files: urls.map((url) => ({ source: { url }, name: null, contentType: null })),
  };
}
