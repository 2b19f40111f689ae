import { createHmac, hash, randomUUID } from 'node:crypto';
import type { Attributes } from '../../entities/columns.ts';
import { listAt, objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import {
  type Callback,
  laneOfStatus,
  type RawEvent,
  type ReceivedItem,
  type ReceivedMessage,
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
import { handoverEvent, handoverIn } from './receiving/handovers.ts';
import { contactIn, contactOf, idsIn, RECEIVER, SENDER } from './receiving/ids-in.ts';
import { statusIn } from './receiving/statuses.ts';
import { newIdsIn, renamingIn } from './user-ids.ts';
import { verifyToken } from './verify-token.ts';

/** The fields about message templates; the templates themselves are fetched. */
const TEMPLATE_FIELDS = new Set([
  'message_template_status_update',
  'message_template_components_update',
  'template_category_update',
]);
const SIGNATURE_HEADER = 'x-hub-signature-256';
const reader = { eventsIn, receive };
const ECHO = { external_echo: true };

/** Reads callbacks of the Cloud API: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks. */
export const cloudReceiver: Receiver = {
  provider: CLOUD_API.provider,
  refusal({ headers, bytes }, channel) {
    const secret = configIn(channel.secrets, 'app_secret') || textAt(channel.secrets, 'app_secret');
    if (secret === '') return unsigned(channel, 'app_secret');
    const signature = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
    const isSigned = isSameText(headers[SIGNATURE_HEADER] ?? '', signature);
    return isSigned ? null : `${SIGNATURE_HEADER} is not that of the app_secret`;
  },
  register: registerAtCloud,
  locate: locateInCloud,
  ...reader,
};

/** Reads callbacks of 360dialog, in WhatsApp's form or the form of its older interface. */
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
  return changesIn(body).flatMap((change) => {
    if (change.field === 'messaging_handovers') return [handoverEvent(change.value)];
    if (TEMPLATE_FIELDS.has(change.field)) return [templatesEvent(change.value)];
    const isStandby = change.field === 'standby';
    const value = isStandby ? standbyIn(change.value) : change.value;
    const contacts = listAt(value, 'contacts');
    const errors = listAt(value, 'errors');
    return [
      ...listAt(value, 'messages').map((message) =>
        messageEvent({ message, contact: contactIn(contacts, message), isStandby }),
      ),
      ...listAt(value, 'message_echoes').map((echo) =>
        messageEvent({ echo, contact: contactIn(contacts, echo), isStandby }),
      ),
      ...listAt(value, 'statuses').map((status) => statusEvent(status, contactIn(contacts, status))),
      ...(errors.length > 0 ? [errorEvent(errors)] : []),
    ];
  });
}

/** The change has no id; templates that are fetched once more are the same. */
const templatesEvent = (templates: Attributes): RawEvent => ({
  key: `templates ${randomUUID()}`,
  lane: 'templates',
  body: JSON.stringify({ templates }),
});

/**
 * Brings callbacks that come while Meta's own agent answers into the usual form: they have its messages as they were sent, with
 * ids of users under `recipient`.
 */
function standbyIn(value: Attributes): Attributes {
  const told = { ...value, ...objectAt(value, 'standby') };
  const echoes = listAt(told, 'message_echoes').map((echo) => {
    const sent = objectAt(echo, 'message');
    return { ...sent, ...(textAt(sent, 'recipient') !== '' && { to_user_id: textAt(sent, 'recipient') }), ...echo };
  });
  return { ...told, message_echoes: echoes };
}

type MessageEvent = { message?: Attributes; echo?: Attributes; contact: Attributes; isStandby: boolean };

function messageEvent(event: MessageEvent): RawEvent {
  const message = event.message ?? event.echo ?? {};
  const id = textAt(message, 'id');
  // The others of the callback are taken.
  if (id === '') return unreadEvent(JSON.stringify(event));
  const isSystem = textAt(message, 'type') === 'system';
  // New ids are handled before messages from them.
  const ids = isSystem ? newIdsIn(message) : idsIn(message, event.message ? SENDER : RECEIVER, event.contact);
  const { userId, number, parentId } = ids;
  // The user id comes with and without the number. A change of an earlier message may have to wait for that message.
  const changed = originalOf(message);
  const lane = changed === '' ? userId || number || parentId : laneOfStatus(changed);
  return { key: `message ${id}`, lane, body: JSON.stringify(event) };
}

function statusEvent(status: Attributes, contact: Attributes): RawEvent {
  const id = textAt(status, 'id');
  const body = JSON.stringify({ status, contact });
  return { key: `status ${id} ${textAt(status, 'status')}`, lane: laneOfStatus(id), body };
}

function errorEvent(errors: Attributes[]): RawEvent {
  const body = JSON.stringify({ errors });
  return { key: `errors ${hash('sha256', body)}`, lane: 'errors', body };
}

/** The id of the message that is edited or deleted by this message; '' = none. */
function originalOf(message: Attributes): string {
  const type = textAt(message, 'type');
  return ['edit', 'revoke'].includes(type) ? textAt(objectAt(message, type), 'original_message_id') : '';
}

function receive(body: string): ReceivedItem[] {
  const event = objectIn(body);
  if (event['status'] !== undefined) return [statusIn(objectAt(event, 'status'), objectAt(event, 'contact'))];
  if (event['templates'] !== undefined) return [{ is: 'templates' }];
  if (event['handover'] !== undefined) return [handoverIn(objectAt(event, 'handover'))];
  if (event['errors'] !== undefined) return [{ is: 'ignored', why: errorIn(event).text }];
  const isEcho = event['echo'] !== undefined;
  const item = messageIn(objectAt(event, isEcho ? 'echo' : 'message'), objectAt(event, 'contact'), isEcho);
  return [event['isStandby'] === true && item.is === 'message' ? onStandby(item) : item];
}

/** A message of a chat that Meta's own agent has, from the contact or from this agent: nobody of the team waits or wrote it. */
const onStandby = (item: ReceivedMessage): ReceivedMessage => ({
  kind: 'standby',
  ...item,
  contentAttributes: { ...item.contentAttributes, standby: true },
});

function messageIn(message: Attributes, contact: Attributes, isEcho: boolean): ReceivedItem {
  const change = changeIn(message, isEcho);
  if (change) return change;
  const original = originalOf(message);
  const shown = original === '' ? message : objectAt(objectAt(message, 'edit'), 'message');
  const content = contentOf(shown);
  if (!content) return { is: 'ignored', why: `a message of the type ${textAt(shown, 'type')}` };
  const from = contactOf(contact, withSharedNumber(message), isEcho ? RECEIVER : SENDER);
  if (!from) throw new Error('it does not say whose message it is');
  const answered = textAt(objectAt(shown, 'context'), 'id') || textAt(objectAt(message, 'reaction'), 'message_id');
  const slot = slotIn(message, isEcho);
  const referral = referralIn(message);
  return {
    is: 'message',
    sourceId: original || textAt(message, 'id'),
    from,
    ...content,
    contentAttributes: { ...content.contentAttributes, ...contextIn(shown), ...referral, ...(isEcho && ECHO) },
    answers: answered === '' ? [] : [answered],
    isEcho,
    ...(original !== '' && { isEdit: true, kind: 'edit' as const }),
    ...(slot !== null && { slot, kind: 'reaction' as const }),
    ...(referral && { conversationAttributes: referral }),
  };
}

/** A deletion, new ids of a contact, or a withdrawn reaction; null = the message has content. */
function changeIn(message: Attributes, isEcho: boolean): ReceivedItem | null {
  const type = textAt(message, 'type');
  const original = originalOf(message);
  if (type === 'revoke' && original !== '') return { is: 'deletion', sourceId: original };
  if (type === 'system') {
    return (
      renamingIn(message) ?? { is: 'ignored', why: `WhatsApp says: ${textAt(objectAt(message, 'system'), 'type')}` }
    );
  }
  const slot = slotIn(message, isEcho);
  return slot !== null && textAt(objectAt(message, 'reaction'), 'emoji') === '' ? { is: 'emptying', slot } : null;
}

/** Attributes about a forwarded message, and about a product that it asks for. */
function contextIn(message: Attributes): Attributes {
  const context = objectAt(message, 'context');
  const product = objectAt(context, 'referred_product');
  return {
    ...(context['forwarded'] === true && { forwarded: true }),
    ...(Object.keys(product).length > 0 && { referred_product: product }),
  };
}

/** The advertisement that led to the message; null = none. */
function referralIn(message: Attributes): Attributes | null {
  const referral = objectAt(message, 'referral');
  return Object.keys(referral).length > 0 ? { referral } : null;
}

/** The slot of a reaction: each side has a single reaction to a message. Null = not a reaction. */
function slotIn(message: Attributes, isEcho: boolean): string | null {
  if (textAt(message, 'type') !== 'reaction') return null;
  return `${isEcho ? 'own ' : ''}reaction to ${textAt(objectAt(message, 'reaction'), 'message_id')}`;
}

/** A message with the requested phone number: the shared number becomes the sender's. */
function withSharedNumber(message: Attributes): Attributes {
  const cards = listAt(message, 'contacts');
  const isShared = [message, ...cards].some((part) => textAt(part, 'origin') === 'contact_request');
  if (!isShared || textAt(message, 'from') !== '') return message;
  const [phone] = cards.flatMap((card) => listAt(card, 'phones'));
  const number = textAt(phone ?? {}, 'wa_id') || textAt(phone ?? {}, 'phone');
  return { ...message, from: number.replaceAll(/\D/g, '') };
}
