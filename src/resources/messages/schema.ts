import { type InferType, mixed } from 'yup';
import { CONTENT_TYPES, MESSAGE_STATUSES } from '../../entities/message.ts';
import { attributes, flag, integer, object, oneOf, text } from '../../fields.ts';

const CONTENT_LENGTH = 150_000;
const SOURCE_ID_LENGTH = 20_000;
const EMAILS_LENGTH = 20_000;
/** The longest language tag with script, region and variants. */
const LANGUAGE_LENGTH = 35;
/** Letters for the language, then script, region or variants: en, pt-BR, zh-Hans. */
const LANGUAGE = /^[a-z]{2,3}([-_][a-z\d]{2,8})*$/i;

/** Text or a number, stored and returned unchanged. */
const textOrNumber = () =>
  mixed<string | number>()
    .nullable()
    .test('plain', 'must be text or a number', (value) => value === undefined || value === null || isPlain(value))
    .meta({ jsonSchema: { type: ['string', 'number'], maxLength: 255 } });

/** E-mail addresses: a text with commas, or a list. address-message.ts checks them, in e-mail inboxes only. */
const emails = () =>
  mixed<string | string[]>()
    .nullable()
    .test('emails', 'must be text with commas between addresses, or a list of addresses', (value) =>
      [value ?? []].flat().every((item) => typeof item === 'string' && item.length <= EMAILS_LENGTH),
    )
    .meta({ jsonSchema: { type: ['string', 'array'], items: { type: 'string' } } });

const templateParams = () =>
  attributes()
    .nullable()
    .test(
      'template',
      "must have a text 'name'; category, language and namespace are text, processed_params an object",
      (value) => (value ? isTemplate(value) : true),
    );

/** The fields of a message, wherever one is created. */
export const messageFields = {
  content: text(CONTENT_LENGTH)
    .nullable()
    .meta({ description: 'Needed unless there are files or `content_attributes.items`' }),
  message_type: oneOf(['incoming', 'outgoing'])
    .required('is missing: incoming or outgoing')
    .meta({ error: 'Invalid message type' }),
  private: flag(),
  content_type: oneOf(CONTENT_TYPES),
  content_attributes: attributes().nullable(),
  additional_attributes: attributes().nullable(),
  echo_id: textOrNumber(),
  source_id: text(SOURCE_ID_LENGTH).nullable(),
  external_created_at: textOrNumber(),
  sender_type: text().nullable(),
  sender_id: integer().nullable(),
  campaign_id: integer().nullable(),
  template_params: templateParams(),
  cc_emails: emails(),
  bcc_emails: emails(),
  to_emails: emails(),
  is_voice_message: flag(),
  attachments: mixed()
    .test(
      'files',
      'must be uploaded as multipart/form-data',
      (value) => value === undefined || value === null || (Array.isArray(value) && value.length === 0),
    )
    .meta({ jsonSchema: { type: 'array', maxItems: 0, description: 'Files are uploaded in multipart forms' } }),
};

export const createMessageBody = object(messageFields);

export const updateMessageBody = object({
  status: oneOf(MESSAGE_STATUSES).required('is missing: sent, delivered, read or failed'),
  external_error: text(20_000).nullable(),
});

export const translateMessageBody = object({
  target_language: text(LANGUAGE_LENGTH)
    .required('is missing: the code of a language, for example en or pt-BR')
    .matches(LANGUAGE, 'must be the code of a language, for example en or pt-BR'),
});

export const listMessagesQuery = object({
  before: integer(),
  after: integer(),
  filter_internal_messages: text(),
});

export type MessageBody = InferType<typeof createMessageBody>;

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.length <= 255 && value.isWellFormed() && !value.includes('\u0000');
}

function isTemplate({ name, category, language, namespace, processed_params: params }: object & Template): boolean {
  return (
    typeof name === 'string' &&
    name !== '' &&
    [category, language, namespace].every(
      (value) => value === undefined || value === null || typeof value === 'string',
    ) &&
    (params === undefined || params === null || typeof params === 'object')
  );
}

type Template = {
  name?: unknown;
  category?: unknown;
  language?: unknown;
  namespace?: unknown;
  processed_params?: unknown;
};
