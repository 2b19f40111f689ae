import type { RecordedEventType } from '../entities/event.ts';
import { CONTENT_TYPES, MESSAGE_STATUSES, MESSAGE_TYPES } from '../entities/message.ts';
import {
  attributes,
  either,
  flag,
  integer,
  iso,
  list,
  nullable,
  type ObjectShape,
  oneOf,
  propertiesOf,
  seconds,
  type Shape,
  shape,
  text,
} from './shape.ts';
import { attachmentBlockShape, contactBlockShape, inboxBlockShape } from './block-shapes.ts';
import { eventSenderShape, flatSenderShape } from './event-sender-shapes.ts';
import { accountShape, changesShape, conversationBlockShape, statusShape } from './event-block-shapes.ts';
import { inboxCreatedShape, inboxUpdatedShape } from './inbox-payload-shapes.ts';

// The shapes of webhook payloads, which payloads.ts builds.

const { id: _, ...flatConversation } = propertiesOf(conversationBlockShape);

export const conversationPayloadShape = shape({
  ...flatConversation,
  account: accountShape,
  inbox: inboxBlockShape,
  conversation: conversationBlockShape,
});

export const conversationUpdatedShape = shape({
  ...propertiesOf(conversationPayloadShape),
  changed_attributes: changesShape,
});

export const statusChangedShape = shape({
  ...propertiesOf(conversationUpdatedShape),
  previous_status: statusShape,
  conversation: shape({ ...propertiesOf(conversationBlockShape), previous_status: statusShape }),
});

const messageProperties = {
  account: accountShape,
  inbox: inboxBlockShape,
  conversation: conversationBlockShape,
  message: shape({
    id: integer,
    content: nullable(text),
    message_type: oneOf(MESSAGE_TYPES),
    content_type: oneOf(CONTENT_TYPES),
    content_attributes: attributes,
    private: flag,
    status: oneOf(MESSAGE_STATUSES),
    external_error: nullable(text),
    source_id: nullable(text),
    created_at: seconds,
    sender: eventSenderShape,
    attachments: list(attachmentBlockShape),
  }),
  content: nullable(text),
  message_type: oneOf(MESSAGE_TYPES),
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes,
  additional_attributes: attributes,
  private: flag,
  source_id: nullable(text),
  created_at: iso,
  sender: flatSenderShape,
};

/** Absent without attachments, as Chatwoot's receivers expect. */
const messageFiles = { attachments: list(attachmentBlockShape) };

export const messageCreatedShape = shape(messageProperties, messageFiles);
export const messageUpdatedShape = shape({ ...messageProperties, changed_attributes: changesShape }, messageFiles);

export const typingShape = shape({
  account: accountShape,
  inbox: inboxBlockShape,
  conversation: conversationBlockShape,
  user: either(
    shape({ id: integer, name: text, email: nullable(text), type: text }),
    shape({ id: integer, name: text, type: oneOf(['agent_bot']) }),
  ),
  is_private: flag,
});

const { id: __, type: ___, ...flatContact } = propertiesOf(contactBlockShape);

export const contactCreatedShape = shape({
  ...flatContact,
  avatar: text,
  account: accountShape,
  contact: contactBlockShape,
});

export const contactUpdatedShape = shape({ ...propertiesOf(contactCreatedShape), changed_attributes: changesShape });

/** `current_conversation` null = the contact has none in the inbox. */
export const widgetOpenedShape = shape({
  account: accountShape,
  inbox: inboxBlockShape,
  contact: contactBlockShape,
  current_conversation: nullable(conversationBlockShape),
  source_id: text,
  event_info: attributes,
});

const SAMPLE: Shape = {
  const: true,
  description: 'Only where `parley webhooks test` sends an example; its number is 0',
};

const NUMBER: Shape = { ...integer, description: "The event's number: the same whenever a delivery is repeated" };

const SUBJECT: Shape = {
  ...integer,
  description:
    'The same as `event_id`; in the dialect `chatwoot`, the number of the message, the conversation, the contact or the inbox that the event is about',
};

/** The complete body of each type of event. */
export const payloadShapes: Record<RecordedEventType, Shape> = {
  conversation_created: event('conversation_created', conversationPayloadShape),
  conversation_status_changed: event('conversation_status_changed', statusChangedShape),
  conversation_updated: event('conversation_updated', conversationUpdatedShape),
  message_created: event('message_created', messageCreatedShape),
  message_updated: event('message_updated', messageUpdatedShape),
  contact_created: event('contact_created', contactCreatedShape),
  contact_updated: event('contact_updated', contactUpdatedShape),
  conversation_typing_on: event('conversation_typing_on', typingShape),
  conversation_typing_off: event('conversation_typing_off', typingShape),
  webwidget_triggered: event('webwidget_triggered', widgetOpenedShape),
  inbox_created: event('inbox_created', inboxCreatedShape),
  inbox_updated: event('inbox_updated', inboxUpdatedShape),
  conversation_opened: event('conversation_opened', conversationPayloadShape),
  conversation_resolved: event('conversation_resolved', conversationPayloadShape),
  conversation_bot_handoff: event('conversation_bot_handoff', conversationPayloadShape),
  conversation_bot_resolved: event('conversation_bot_resolved', conversationPayloadShape),
};

/** The payload with the keys that every event has. */
function event<P, O>(type: RecordedEventType, payload: ObjectShape<P, O>): Shape {
  return {
    ...payload,
    title: type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    properties: { event: oneOf([type]), id: SUBJECT, event_id: NUMBER, ...propertiesOf(payload), sample: SAMPLE },
    required: ['event', 'id', 'event_id', ...((payload as Shape)['required'] as string[])],
  };
}
