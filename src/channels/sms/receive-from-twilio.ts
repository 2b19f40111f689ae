import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { type Form, formIn } from '../../fields/form-text.ts';
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
import { showUnsupported } from '../receiving/unsupported.ts';
import { PHONE_NUMBER } from '../source-ids.ts';
import { contactBy, USER_ID, type WhatsappIds } from '../whatsapp/user-ids.ts';
import { registerAtTwilio } from './register-at-twilio.ts';
import { wordsOf } from './code-words.ts';
import { WHATSAPP } from './twilio-addresses.ts';
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

  refusal({ headers, form: readForm, path, publicUrl }, { secrets }) {
    // Also where requests to Twilio have an API key.
    const { account_sid: sid, auth_token: token } = smsConfig(secrets);
    if (typeof token !== 'string' || token === '') return 'the inbox has no auth_token';
    const form = readForm();
    if (!isSameText(form.get('AccountSid') ?? '', String(sid))) return 'it is of another account of Twilio';
    const isSigned = isSignedByTwilio(`${publicUrl}${path}`, form, token, headers[SIGNATURE_HEADER] ?? '');
    return isSigned ? null : `${SIGNATURE_HEADER} does not fit ${publicUrl}, the address of this server, and the form`;
  },

  eventsIn({ body, form: readForm }): RawEvent[] {
    const form = readForm();
    const [sid, status] = [sidOf(form), form.get('MessageStatus')];
    if (sid === '') throw new Error('it has no MessageSid');
    if (status !== null) return [{ key: `status ${status} ${sid}`, lane: laneOfStatus(sid), body }];
    const from = form.get('From') ?? '';
    const { userId = '' } = whatsappIds(form, from) ?? {};
    // The id is there with the number and without it.
    return [{ key: `message ${sid}`, lane: userId === '' ? from : `${WHATSAPP}${userId}`, body }];
  },

  receive(body): ReceivedItem[] {
    const form = formIn(body);
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

const sidOf = (form: Form) => form.get('MessageSid') ?? form.get('SmsSid') ?? '';

function statusOf(form: Form): ReceivedItem {
  const status = STATUSES[form.get('MessageStatus') ?? ''];
  if (!status) return { is: 'ignored', why: 'it is still on its way' };
  const code = form.get('ErrorCode');
  const error = [code, wordsOf(code ?? '') ?? form.get('ErrorMessage')].filter(Boolean).join(' - ');
  const reason = error || `Twilio says: ${form.get('MessageStatus')}`;
  return { is: 'status', sourceId: sidOf(form), status, error: status === 'failed' ? reason : null };
}

function messageOf(form: Form): ReceivedItem {
  const from = senderOf(form);
  const content = contentOf(form);
  if (!from) return { is: 'ignored', why: 'its sender has no number that can be answered' };
  const answered = form.get('OriginalRepliedMessageSid') ?? '';
  const referral = referralIn(form);
  const isReferred = Object.keys(referral).length > 0;
  return {
    is: 'message',
    sourceId: sidOf(form),
    from,
    ...content,
    contentAttributes: { ...content.contentAttributes, ...(isReferred && { referral }) },
    answers: answered === '' ? [] : [answered],
    ...(isReferred && { conversationAttributes: { referral } }),
  };
}

/** The person who writes, by a number, or at WhatsApp by an id where they show none; null = neither. */
function senderOf(form: Form): ReceivedContact | null {
  const from = form.get('From') ?? '';
  const ids = whatsappIds(form, from);
  const known = ids ? contactBy(ids, WHATSAPP) : smsContact(from);
  if (!known) return null;
  const username = form.get('ProfileUsername') ?? '';
  return {
    ...known,
    name: form.get('ProfileName') || username || null,
    additionalAttributes: {
      from_zip_code: form.get('FromZip') || null,
      from_country: form.get('FromCountry') || null,
      from_state: form.get('FromState') || null,
      ...(username !== '' && { username }),
      ...(ids && ids.userId !== '' && { whatsapp_user_id: ids.userId }),
    },
  };
}

const smsContact = (from: string) => (PHONE_NUMBER.test(from) ? { sourceId: from, phoneNumber: from } : null);

/** The ids of somebody at WhatsApp: `From` is their number, or else their id; null = it is no address of WhatsApp. */
function whatsappIds(form: Form, from: string): WhatsappIds | null {
  if (!from.startsWith(WHATSAPP)) return null;
  const own = from.slice(WHATSAPP.length);
  const [named = ''] = [...ID_FIELDS, 'From'].map((name) => idAt(form, name)).filter((id) => id !== '');
  return { number: PHONE_NUMBER.test(own) ? own : '', userId: named, parentId: idAt(form, 'ParentExternalUserId') };
}

/** Twilio has two names for the same. */
const ID_FIELDS = ['ExternalUserId', 'ExternalUserIdentifier'];

/** '' = it is no id of a user. */
function idAt(form: Form, name: string): string {
  const value = form.get(name) ?? '';
  const id = value.startsWith(WHATSAPP) ? value.slice(WHATSAPP.length) : value;
  return USER_ID.test(id) ? id : '';
}

type Content = Pick<ReceivedMessage, 'content' | 'contentAttributes' | 'files' | 'choice'>;

function contentOf(form: Form): Content {
  const text = form.get('Body') ?? '';
  const files = filesIn(form);
  const place = placeIn(form);
  if (place) return place;
  const [value, title] = [
    form.get('ButtonPayload') || form.get('ListId'),
    form.get('ButtonText') || form.get('ListTitle'),
  ];
  if (text === '' && files.length === 0 && !value && !title) return showUnsupported(form.get('MessageType') ?? '');
  return {
    content: text || null,
    files,
    choice: value || title ? { value: value || title || '', title: title || text || null } : null,
  };
}

/** The fields about the advertisement that led there, which begin with `Referral`, by their names at WhatsApp. */
const REFERRAL_FIELDS: Record<string, string> = {
  Body: 'body',
  Headline: 'headline',
  SourceId: 'source_id',
  SourceType: 'source_type',
  SourceUrl: 'source_url',
  CtwaClid: 'ctwa_clid',
  MediaContentType: 'media_content_type',
  MediaUrl: 'media_url',
};

/** {} = none led there. */
function referralIn(form: Form): Attributes {
  const all = Object.entries(REFERRAL_FIELDS).map(([field, name]) => [name, form.get(`Referral${field}`) ?? '']);
  return Object.fromEntries(all.filter(([, value]) => value !== '')) as Attributes;
}

function placeIn(form: Form): Content | null {
  const [latitude, longitude] = [form.get('Latitude'), form.get('Longitude')].map((value) =>
    Number(value || Number.NaN),
  );
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const [name, address] = [form.get('Label') ?? '', form.get('Address') ?? ''];
  return showLocation({ latitude: latitude ?? 0, longitude: longitude ?? 0, name, address });
}

function filesIn(form: Form) {
  return Array.from({ length: MOST_FILES }, (_, index) => form.get(`MediaUrl${index}`)).flatMap((url, index) =>
    url ? [{ source: { url }, name: null, contentType: form.get(`MediaContentType${index}`) }] : [],
  );
}
