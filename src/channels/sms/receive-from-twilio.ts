import type { MessageStatus } from '../../entities/message.ts';
import { showLocation } from '../shared-things.ts';
import {
  laneOfStatus,
  type RawEvent,
  type ReceivedContact,
  type ReceivedItem,
  type ReceivedMessage,
  type Receiver,
} from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import { PHONE_NUMBER } from '../source-ids.ts';
import { aliasesOf, USER_ID } from '../whatsapp/user-ids.ts';
import { registerAtTwilio } from './register-at-twilio.ts';
import { TOO_LATE, TOO_LATE_CODE } from './too-late.ts';
import { addressOf, WHATSAPP } from './twilio-addresses.ts';
import { smsConfig, twilioLogin } from './twilio-login.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

const SIGNATURE_HEADER = 'x-twilio-signature';
/** Bytes of the largest file that is fetched. */
const FILE_BYTES = 20_000_000;
const MOST_FILES = 10;
const STATUSES: Record<string, MessageStatus> = {
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
};

/** Reads the callbacks of Twilio: https://www.twilio.com/docs/messaging/guides/webhook-request. */
export const twilioReceiver: Receiver = {
  provider: 'Twilio',

  refusal({ headers, body, path, publicUrl }, { secrets }) {
    // Also where requests to Twilio have an API key.
    const { account_sid: sid, auth_token: token } = smsConfig(secrets);
    if (typeof token !== 'string' || token === '') return 'the inbox has no auth_token';
    const form = new URLSearchParams(body);
    if (!isSameText(form.get('AccountSid') ?? '', String(sid))) return 'it is of another account of Twilio';
    const isSigned = isSignedByTwilio(`${publicUrl}${path}`, form, token, headers[SIGNATURE_HEADER] ?? '');
    return isSigned ? null : `${SIGNATURE_HEADER} does not fit ${publicUrl}, the address of this server, and the form`;
  },

  eventsIn({ body }): RawEvent[] {
    const form = new URLSearchParams(body);
    const [sid, status] = [sidOf(form), form.get('MessageStatus')];
    if (sid === '') throw new Error('it has no MessageSid');
    if (status !== null) return [{ key: `status ${status} ${sid}`, lane: laneOfStatus(sid), body }];
    return [{ key: `message ${sid}`, lane: form.get('From') ?? '', body }];
  },

  receive(body): ReceivedItem[] {
    const form = new URLSearchParams(body);
    return [form.has('MessageStatus') ? statusOf(form) : messageOf(form)];
  },

  register: registerAtTwilio,

  async locate({ url: given }, { urls, channel }) {
    const url = String(given);
    const isTwilio = URL.canParse(url) && new URL(url).origin === new URL(urls.twilio_url).origin;
    const headers: Record<string, string> = isTwilio ? { authorization: twilioLogin(channel.secrets) } : {};
    return { url, headers, isOfSettings: isTwilio, maxBytes: FILE_BYTES };
  },
};

const sidOf = (form: URLSearchParams) => form.get('MessageSid') ?? form.get('SmsSid') ?? '';

function statusOf(form: URLSearchParams): ReceivedItem {
  const status = STATUSES[form.get('MessageStatus') ?? ''];
  if (!status) return { is: 'ignored', why: 'it is still on its way' };
  const code = form.get('ErrorCode');
  const error = [code, code === TOO_LATE_CODE ? TOO_LATE : form.get('ErrorMessage')].filter(Boolean).join(' - ');
  const reason = error || `Twilio says: ${form.get('MessageStatus')}`;
  return { is: 'status', sourceId: sidOf(form), status, error: status === 'failed' ? reason : null };
}

function messageOf(form: URLSearchParams): ReceivedItem {
  const from = senderOf(form);
  const content = contentOf(form);
  if (!from) return { is: 'ignored', why: 'its sender has no number that can be answered' };
  if (!content) return { is: 'ignored', why: 'it has neither a text nor files' };
  const answered = form.get('OriginalRepliedMessageSid') ?? '';
  return { is: 'message', sourceId: sidOf(form), from, ...content, answers: answered === '' ? [] : [answered] };
}

/** The person who writes, by a number, or at WhatsApp by an id where they show none; null = neither. */
function senderOf(form: URLSearchParams): ReceivedContact | null {
  const from = form.get('From') ?? '';
  const isWhatsapp = from.startsWith(WHATSAPP);
  const own = isWhatsapp ? from.slice(WHATSAPP.length) : from;
  const isNumber = PHONE_NUMBER.test(own);
  if (!isNumber && !(isWhatsapp && USER_ID.test(own))) return null;
  const userId = isWhatsapp ? (form.get('ExternalUserId') ?? '') : '';
  const username = form.get('ProfileUsername') ?? '';
  return {
    sourceId: from,
    aliases: isWhatsapp ? whatsappAliases(own, userId) : [],
    name: form.get('ProfileName') || username || null,
    phoneNumber: isNumber ? own : null,
    additionalAttributes: {
      from_zip_code: form.get('FromZip') || null,
      from_country: form.get('FromCountry') || null,
      from_state: form.get('FromState') || null,
      ...(username !== '' && { username }),
      ...(userId !== '' && { whatsapp_user_id: userId }),
    },
  };
}

function whatsappAliases(own: string, userId: string): string[] {
  const numbers = own.startsWith('+') ? aliasesOf(own.slice(1)).map((digits) => `+${digits}`) : [];
  const ids = USER_ID.test(userId) && userId !== own ? [userId] : [];
  return [...numbers, ...ids].map((alias) => addressOf('whatsapp', alias));
}

type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'files' | 'choice'>;

/** Null = nothing. */
function contentOf(form: URLSearchParams): Content | null {
  const text = form.get('Body') ?? '';
  const files = filesIn(form);
  const place = placeIn(form);
  if (place) return place;
  if (text === '' && files.length === 0) return null;
  const [value, title] = [
    form.get('ButtonPayload') || form.get('ListId'),
    form.get('ButtonText') || form.get('ListTitle'),
  ];
  return {
    content: text || null,
    files,
    choice: value || title ? { value: value || title || '', title: title || text || null } : null,
  };
}

function placeIn(form: URLSearchParams): Content | null {
  const [latitude, longitude] = [form.get('Latitude'), form.get('Longitude')].map((value) =>
    Number(value || Number.NaN),
  );
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const [name, address] = [form.get('Label') ?? '', form.get('Address') ?? ''];
  return showLocation({ latitude: latitude ?? 0, longitude: longitude ?? 0, name, address });
}

function filesIn(form: URLSearchParams) {
  return Array.from({ length: MOST_FILES }, (_, index) => form.get(`MediaUrl${index}`)).flatMap((url, index) =>
    url ? [{ source: { url }, name: null, contentType: form.get(`MediaContentType${index}`) }] : [],
  );
}
