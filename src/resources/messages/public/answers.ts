import { CONTENT_TYPES } from '../../../entities/message.ts';
import { attachmentBlockShape, messageTypeShape } from '../../../wire/block-shapes.ts';
import { publicSenderShape } from '../../../wire/public-blocks.ts';
import {
  attributes,
  either,
  integer,
  list,
  named,
  nullable,
  number,
  oneOf,
  seconds,
  text,
} from '../../../wire/shape.ts';

/** The keys that every message has for its contact. */
export const ALWAYS = {
  id: integer,
  content: nullable(text),
  message_type: messageTypeShape,
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes,
  created_at: seconds,
  conversation_id: integer,
};

/** `attachments` and `sender` are absent where a message has none, and `echo_id` in all answers but that to its author. */
export const OFTEN = {
  attachments: list(attachmentBlockShape),
  sender: publicSenderShape,
  echo_id: either(text, number),
};

export const publicMessageShape = named('PublicMessage', ALWAYS, OFTEN);
