import { createHmac, hash } from 'node:crypto';
import type { Attributes } from '../../entities/columns.ts';
import { MESSAGE_STATUSES, type MessageStatus } from '../../entities/message.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import {
  type Callback,
  laneOfStatus,
  type RawEvent,
  type ReceivedContact,
  type ReceivedItem,
  type ReceivedStatus,
  type Receiver,
  unreadEvent,
} from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import type { OutgoingChannel } from '../transport.ts';
import { errorIn } from './errors.ts';
import { contentOf } from './content.ts';
import { changesIn } from './envelope.ts';
import { CLOUD_API, configIn, DIALOG360 } from './hosts.ts';
import { locateInCloud, locateInDialog360 } from './locate-media.ts';
import { registerAtCloud, registerAtDialog360, TOKEN_HEADER } from './register.ts';
import { aliasesOf, USER_ID } from './user-ids.ts';
import { verifyToken } from './verify-token.ts';

const SIGNATURE_HEADER = 'x-hub-signature-256';
/** What was played has been read. */
const STATUSES: Record<string, MessageStatus> = {
  ...Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, status])),
  played: 'read',
};

const reader = { eventsIn, receive };

/** Reads callbacks of the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks. */
export const cloudReceiver: Receiver = {
  provider: CLOUD_API.provider,
  refusal({ headers, body }, channel) {
    const secret = configIn(channel.secrets, 'app_secret') || textAt(channel.secrets, 'app_secret');
    if (secret === '') return unsigned(channel, 'app_secret');
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const isSigned = isSameText(headers[SIGNATURE_HEADER] ?? '', signature);
    return isSigned ? null : `${SIGNATURE_HEADER} is not that of the app_secret`;
  },
  register: registerAtCloud,
  locate: locateInCloud,
  ...reader,
};

/** Reads callbacks of 360dialog, which have the same form, or that of its older interface. */
export const dialog360Receiver: Receiver = {
  provider: DIALOG360.provider,
  refusal({ headers, path }, channel) {
    const token = verifyToken(channel);
    const given = headers[TOKEN_HEADER] ?? new URL(path, 'http://localhost').searchParams.get('token');
    if (given === null || token === '') return unsigned(channel, 'token in its callbacks');
    return isSameText(given, token) ? null : 'the token is not the webhook_verify_token of the inbox';
  },
  register: registerAtDialog360,
  locate: locateInDialog360,
  ...reader,
};

/** Anyone who knows the address can write to an inbox that takes what is not signed. */
function unsigned({ secrets }: OutgoingChannel, what: string): string | null {
  const takesUnsigned = objectAt(secrets, 'provider_config')['accept_unsigned'] === true;
  return takesUnsigned ? null : `the inbox has no ${what}, and its provider_config does not say accept_unsigned`;
}

function eventsIn({ body }: Callback): RawEvent[] {
  return changesIn(body).flatMap(({ value }) => {
    const contacts = listAt(value, 'contacts');
    const errors = listAt(value, 'errors');
    return [
      ...listAt(value, 'messages').map((message) => messageEvent({ message, contact: contactIn(contacts, message) })),
      ...listAt(value, 'message_echoes').map((echo) => messageEvent({ echo, contact: contactIn(contacts, echo) })),
      ...listAt(value, 'statuses').map(statusEvent),
      ...(errors.length > 0 ? [errorEvent(errors)] : []),
    ];
  });
}

/** The contact who wrote the message, or got it; {} = the callback does not say who that is. */
function contactIn(contacts: Attributes[], message: Attributes): Attributes {
  const ids = ['from', 'from_user_id', 'to', 'to_user_id'].map((name) => textAt(message, name));
  return (
    contacts.find((contact) =>
      ['wa_id', 'user_id'].some((name) => textAt(contact, name) !== '' && ids.includes(textAt(contact, name))),
    ) ?? {}
  );
}

function messageEvent(event: { message?: Attributes; echo?: Attributes; contact: Attributes }): RawEvent {
  const message = event.message ?? event.echo ?? {};
  const id = textAt(message, 'id');
  // The others of the callback are taken.
  if (id === '') return unreadEvent(JSON.stringify(event));
  const lane = event.message ? senderOf(message) : receiverOf(message);
  return { key: `message ${id}`, lane, body: JSON.stringify(event) };
}

function statusEvent(status: Attributes): RawEvent {
  const id = textAt(status, 'id');
  return { key: `status ${id} ${textAt(status, 'status')}`, lane: laneOfStatus(id), body: JSON.stringify({ status }) };
}

function errorEvent(errors: Attributes[]): RawEvent {
  const body = JSON.stringify({ errors });
  return { key: `errors ${hash('sha256', body)}`, lane: 'errors', body };
}

const senderOf = (message: Attributes) => textAt(message, 'from') || textAt(message, 'from_user_id');
const receiverOf = (echo: Attributes) => textAt(echo, 'to') || textAt(echo, 'to_user_id');

function receive(body: string): ReceivedItem[] {
  const event = objectIn(body);
  if (event['status'] !== undefined) return [statusIn(objectAt(event, 'status'))];
  if (event['errors'] !== undefined) return [{ is: 'ignored', why: errorIn(event).text }];
  const isEcho = event['echo'] !== undefined;
  const message = objectAt(event, isEcho ? 'echo' : 'message');
  const content = contentOf(message);
  if (!content) return [{ is: 'ignored', why: `a message of the type ${textAt(message, 'type')}` }];

  const context = objectAt(message, 'context');
  const answered = textAt(context, 'id') || textAt(objectAt(message, 'reaction'), 'message_id');
  const referral = objectAt(message, 'referral');
  const isReferred = Object.keys(referral).length > 0;
  return [
    {
      is: 'message',
      sourceId: textAt(message, 'id'),
      from: contactOf(objectAt(event, 'contact'), message, isEcho ? 'to' : 'from'),
      ...content,
      contentAttributes: {
        ...content.contentAttributes,
        ...(context['forwarded'] === true && { forwarded: true }),
        ...(isReferred && { referral }),
        ...(isEcho && { external_echo: true }),
      },
      answers: answered === '' ? [] : [answered],
      isEcho,
      ...(isReferred && { conversationAttributes: { referral } }),
    },
  ];
}

function contactOf(contact: Attributes, message: Attributes, side: 'from' | 'to'): ReceivedContact {
  const number = textAt(message, side).replace(/^\+/, '');
  const userId = textAt(message, `${side}_user_id`) || textAt(contact, 'user_id');
  const profile = objectAt(contact, 'profile');
  const username = textAt(profile, 'username');
  const isNumber = /^\d+$/.test(number);
  return {
    sourceId: number || userId,
    aliases: [...(isNumber ? aliasesOf(number) : []), ...(number !== '' && USER_ID.test(userId) ? [userId] : [])],
    name: textAt(profile, 'name') || username || null,
    phoneNumber: isNumber ? `+${number}` : null,
    additionalAttributes: {
      ...(username !== '' && { username }),
      ...(userId !== '' && { whatsapp_user_id: userId }),
    },
  };
}

function statusIn(status: Attributes): ReceivedItem {
  const sourceId = textAt(status, 'id');
  const known = STATUSES[textAt(status, 'status')];
  if (!known || sourceId === '') return { is: 'ignored', why: `a status ${textAt(status, 'status')}` };
  const error = known === 'failed' ? failureIn(status) : null;
  return { is: 'status', sourceId, status: known, error, messageId: messageIdIn(status) };
}

function failureIn(status: Attributes): string {
  const { code, text } = errorIn(status);
  return code === null ? text || 'WhatsApp says no reason' : `${code}: ${text || 'without a reason'}`;
}

/** As send.ts has written it. */
function messageIdIn(status: Attributes): ReceivedStatus['messageId'] {
  const [id] = /^\d+(?=:)/.exec(textAt(status, 'biz_opaque_callback_data')) ?? [];
  return id === undefined ? null : Number(id);
}
