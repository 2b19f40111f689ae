import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { laneOfStatus, type RawEvent, type ReceivedItem, type Receiver } from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

const SIGNATURE_HEADER = 'x-twilio-signature';
/** Bytes of the largest file that is fetched. */
const FILE_BYTES = 20_000_000;
const MOST_FILES = 10;
const PHONE_NUMBER = /^\+\d{1,15}$/;
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
    const { account_sid: sid, auth_token: token } = (secrets['provider_config'] ?? {}) as Attributes;
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

  async locate({ url: given }, { urls, channel }) {
    const url = String(given);
    const { account_sid: sid, auth_token: token } = (channel.secrets['provider_config'] ?? {}) as Attributes;
    const isTwilio = URL.canParse(url) && new URL(url).origin === new URL(urls.twilio_url).origin;
    const login = Buffer.from(`${String(sid)}:${String(token)}`).toString('base64');
    const headers: Record<string, string> = isTwilio ? { authorization: `Basic ${login}` } : {};
    return { url, headers, isOfSettings: isTwilio, maxBytes: FILE_BYTES };
  },
};

const sidOf = (form: URLSearchParams) => form.get('MessageSid') ?? form.get('SmsSid') ?? '';

function statusOf(form: URLSearchParams): ReceivedItem {
  const status = STATUSES[form.get('MessageStatus') ?? ''];
  if (!status) return { is: 'ignored', why: 'it is still on its way' };
  const error = [form.get('ErrorCode'), form.get('ErrorMessage')].filter(Boolean).join(' - ');
  const reason = error || `Twilio says: ${form.get('MessageStatus')}`;
  return { is: 'status', sourceId: sidOf(form), status, error: status === 'failed' ? reason : null };
}

function messageOf(form: URLSearchParams): ReceivedItem {
  const from = form.get('From') ?? '';
  const text = form.get('Body') ?? '';
  const files = filesIn(form);
  if (!PHONE_NUMBER.test(from)) return { is: 'ignored', why: 'its sender has no number that can be answered' };
  if (text === '' && files.length === 0) return { is: 'ignored', why: 'it has neither a text nor files' };
  return {
    is: 'message',
    sourceId: sidOf(form),
    from: {
      sourceId: from,
      phoneNumber: from,
      additionalAttributes: {
        from_zip_code: form.get('FromZip') || null,
        from_country: form.get('FromCountry') || null,
        from_state: form.get('FromState') || null,
      },
    },
    content: text || null,
    files,
  };
}

function filesIn(form: URLSearchParams) {
  return Array.from({ length: MOST_FILES }, (_, index) => form.get(`MediaUrl${index}`)).flatMap((url, index) =>
    url ? [{ source: { url }, name: null, contentType: form.get(`MediaContentType${index}`) }] : [],
  );
}
