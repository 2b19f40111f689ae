import { type InferType, mixed } from 'yup';
import { CONTENT_TYPES, MESSAGE_STATUSES } from '../../entities/message.ts';
import { attributes, flag, integer, object, oneOf, text } from '../../fields.ts';

const CONTENT_LENGTH = 150_000;
const SOURCE_ID_LENGTH = 20_000;

/** What a message may be made of, wherever one is created. */
export const messageFields = {
  content: text(CONTENT_LENGTH).nullable(),
  message_type: oneOf(['incoming', 'outgoing'])
    .required('is missing: incoming or outgoing')
    .meta({ error: 'Invalid message type' }),
  private: flag(),
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes().nullable(),
  additional_attributes: attributes().nullable(),
  echo_id: mixed<string | number>().test(
    'plain',
    'must be text or a number',
    (value) => value === undefined || ['string', 'number'].includes(typeof value),
  ),
  source_id: text(SOURCE_ID_LENGTH).nullable(),
  attachments: mixed().test(
    'files',
    'must be uploaded as multipart/form-data',
    (value) => value === undefined || value === null || (Array.isArray(value) && value.length === 0),
  ),
};

export const createMessageBody = object(messageFields);

export const updateMessageBody = object({
  status: oneOf(MESSAGE_STATUSES).required('is missing: sent, delivered, read or failed'),
  external_error: text(20_000).nullable(),
});

export const listMessagesQuery = object({
  before: integer(),
  after: integer(),
  filter_internal_messages: text(),
});

export type MessageBody = InferType<typeof createMessageBody>;
