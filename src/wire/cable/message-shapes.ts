import { CONTENT_TYPES, MESSAGE_STATUSES } from '../../entities/message.ts';
import { attachmentBlockShape, messageBlockShape, messageTypeShape, senderTypeShape } from '../block-shapes.ts';
import { senderInLowerCaseShape } from '../event-sender-shapes.ts';
import {
  anything,
  attributes,
  either,
  integer,
  list,
  nullable,
  oneOf,
  propertiesOf,
  seconds,
  type Shape,
  shape,
  text,
} from '../shape.ts';

// The shapes of messages for listeners of the socket, made by message-data.ts.

const { sender: _, attachments, ...block } = propertiesOf(messageBlockShape);

/** The client's own id of a new message. */
export const echoIdShape: Shape<string | number> = {
  ...either(text, integer),
  description: 'What its author calls the message, as the request that created it said',
};

/** Former and new value of each changed column. */
export type PreviousChanges = { readonly [column: string]: readonly [unknown, unknown] };

/** The changes of a message, for the team. */
export const teamChangesShape: Shape<PreviousChanges> = {
  type: 'object',
  additionalProperties: list(anything),
  description: 'The name of a column that has changed, with its former value and its new one',
  example: { content: ['Hello', 'Good morning'] },
};

/** The changes of a message, for the contact: nothing, or the attributes visible to contacts. */
export const contactChangesShape = shape({}, { content_attributes: list(attributes) });

/** For the team. */
export const teamMessageShape = shape(block, { attachments, sender: senderInLowerCaseShape });

/** For the contact. */
export const contactMessageShape = shape(
  {
    id: integer,
    account_id: integer,
    inbox_id: integer,
    conversation_id: integer,
    content: nullable(text),
    content_type: oneOf(CONTENT_TYPES),
    content_attributes: attributes,
    additional_attributes: attributes,
    message_type: messageTypeShape,
    created_at: seconds,
    status: oneOf(MESSAGE_STATUSES),
    sender_type: senderTypeShape,
  },
  {
    attachments: list(attachmentBlockShape),
    sender: shape({
      id: integer,
      name: text,
      available_name: text,
      avatar_url: text,
      thumbnail: text,
      type: oneOf(['user', 'contact', 'agent_bot']),
    }),
  },
);
