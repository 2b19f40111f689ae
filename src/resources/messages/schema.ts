import { CONTENT_LENGTH, MOST_FILES } from '../../conversations/messages/new-message.ts';
import { isStorable } from '../../fields/storable.ts';
import { type InferType, mixed } from 'yup';
import type { Differences } from '../../dialect.ts';
import { CONTENT_TYPES, MESSAGE_STATUSES } from '../../entities/message.ts';
import { attributes, flag, integer, object, oneOf, text } from '../../fields.ts';

const SOURCE_ID_LENGTH = 20_000;
const EMAILS_LENGTH = 20_000;
const MOST_EMAILS = 500;
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

/** E-mail addresses: a text with commas or semicolons, or a list. address-message.ts checks them, in e-mail inboxes only. */
const emails = () =>
  mixed<string | string[]>()
    .nullable()
    .test('emails', 'must be text with commas between addresses, or a list of addresses', (value) =>
      [value ?? []].flat().every((item) => typeof item === 'string' && item.length <= EMAILS_LENGTH),
    )
    .test('max', `has too many addresses (maximum is ${MOST_EMAILS})`, (value) => isAtMost(value, MOST_EMAILS))
    .meta({
      description:
        'As mail programs write them: `jane@example.com; "Smith, Jane" <jane@example.com>`, or a list of such texts',
      jsonSchema: { type: ['string', 'array'], items: { type: 'string' }, maxItems: MOST_EMAILS },
    });

const isAtMost = (value: unknown, most: number) => !Array.isArray(value) || value.length <= most;

/** A message template, with its values. */
export const templateParams = () =>
  attributes()
    .nullable()
    .test(
      'template',
      "must have a text 'name'; category, language and namespace are text, processed_params an object",
      (value) => (value ? isTemplate(value) : true),
    );

const TYPE_ERROR = { error: 'Invalid message type' };

const strictType = () => oneOf(['incoming', 'outgoing']).meta(TYPE_ERROR);

/** An activity is a line of the history, which a program writes here. */
const looseType = () => oneOf(['incoming', 'outgoing', 'activity']).meta(TYPE_ERROR).strict(false).default('outgoing');

/** The fields of a message, wherever one is created, except for its type. */
export const messageFields = {
  content: text(CONTENT_LENGTH)
    .nullable()
    .meta({ description: 'Needed unless there are files or `content_attributes.items`' }),
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
      'must be uploaded as multipart/form-data, or be the signed ids of uploaded files',
      (value) => value === undefined || value === null || isListOfTexts(value),
    )
    .test('max', `exceeded maximum allowed (maximum is ${MOST_FILES})`, (value) => isAtMost(value, MOST_FILES))
    .meta({
      jsonSchema: {
        type: 'array',
        maxItems: MOST_FILES,
        items: { type: 'string' },
        description: 'Signed ids of files that have been uploaded; others are sent in multipart forms',
      },
    }),
};

/** A new message; its type is required, except in a dialect that takes loose types. */
export const createMessageBody = ({ takesLooseTypes }: Differences) =>
  object({
    ...messageFields,
    message_type: takesLooseTypes ? looseType() : strictType().required('is missing: incoming or outgoing'),
  });

/**
 * The body of a message of its own, which is outgoing where a person with a session does not say its type, as Chatwoot's app
 * for phones does not.
 */
export function withTypeOfPerson(
  given: Record<string, unknown>,
  { sessionId }: { sessionId: number | null },
): Record<string, unknown> {
  return sessionId === null ? given : { ...given, message_type: given['message_type'] ?? 'outgoing' };
}

/** The first message of a conversation, which is outgoing unless it says otherwise. */
export const firstMessageBody = ({ takesLooseTypes }: Differences) =>
  object({
    ...messageFields,
    message_type: takesLooseTypes ? looseType() : strictType().strict(false).default('outgoing'),
  });

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

export type MessageBody = InferType<ReturnType<typeof createMessageBody>>;

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.length <= 255 && isStorable(value);
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
