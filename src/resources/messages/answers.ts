import { CONTENT_TYPES, MESSAGE_STATUSES } from '../../entities/message.ts';
import {
  attachmentBlockShape,
  contactBlockShape,
  messageTypeShape,
  senderBlockShape,
  senderTypeShape,
  userBlockShape,
} from '../../wire/block-shapes.ts';
import {
  attributes,
  either,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  number,
  oneOf,
  propertiesOf,
  seconds,
  shape,
  text,
} from '../../wire/shape.ts';

export const messageShape = named('Message', {
  id: integer,
  content: nullable(text),
  inbox_id: integer,
  conversation_id: integer,
  message_type: messageTypeShape,
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes,
  status: oneOf(MESSAGE_STATUSES),
  external_error: nullable(text),
  private: flag,
  source_id: nullable(text),
  created_at: seconds,
  sender_type: senderTypeShape,
  sender: senderBlockShape,
  attachments: list(attachmentBlockShape),
});

export const createdMessageShape = named('CreatedMessage', propertiesOf(messageShape), {
  echo_id: either(text, number),
});

/** A page of messages, with some values of the conversation. */
export const messagesShape = named('Messages', {
  payload: list(messageShape),
  meta: shape({
    labels: list(text),
    additional_attributes: attributes,
    contact: contactBlockShape,
    assignee: nullable(userBlockShape),
    contact_last_seen_at: seconds,
    agent_last_seen_at: nullable(iso),
    assignee_last_seen_at: nullable(iso),
  }),
});

export const translationShape = named('Translation', { content: text });
