import { type InferType } from 'yup';
import { array, integer, object, text } from '../../../fields.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { submittedAnswerBody } from '../../csat_survey_responses/schema.ts';
import { messageFields } from '../schema.ts';

const MOST_VALUES = 100;
const VALUE_LENGTH = 20_000;

export const listPublicMessagesQuery = object({ before: integer(), after: integer() });

export const createPublicMessageBody = object({
  content: messageFields.content.meta({ description: 'Needed unless there are files' }),
  echo_id: messageFields.echo_id,
  attachments: messageFields.attachments,
});

/** Text; a number or a flag becomes text. */
const plainValue = () =>
  text(VALUE_LENGTH)
    .nullable()
    .transform((_, given: unknown) => (['number', 'boolean'].includes(typeof given) ? String(given) : given))
    .strict(false)
    .meta({ jsonSchema: { type: ['string', 'number', 'boolean'], maxLength: VALUE_LENGTH } });

const value = () =>
  object({ name: text().nullable(), title: text(VALUE_LENGTH).nullable(), value: plainValue() })
    .typeError('must be an object with name, title or value')
    .default(undefined);

const oneValueBody = object({
  submitted_values: value().required('is missing: an object with name, title or value, or a list of them'),
}).meta({ title: 'OneValue' });

const valuesBody = object({
  submitted_values: array(value().required('must be an object with name, title or value'))
    .max(MOST_VALUES, `has too many values (maximum is ${MOST_VALUES})`)
    .required('is missing'),
}).meta({ title: 'Values' });

const ratingBody = submittedAnswerBody.meta({ title: 'Rating' });

/** What a contact answers. */
export type SubmittedValues =
  | InferType<typeof oneValueBody>['submitted_values']
  | InferType<typeof valuesBody>['submitted_values']
  | InferType<typeof ratingBody>['submitted_values'];

/** A message in its conversation. */
export type MessageInPlace = { conversation: ConversationRecord; message: MessageRecord };

/** A contact's answer: a rating for a survey; a value or a list of values for other questions. */
export const submitBody = {
  schemas: [oneValueBody, valuesBody, ratingBody],
  choose(given: Record<string, unknown>, { message }: MessageInPlace) {
    if (message.contentType === 'input_csat') return ratingBody;
    return Array.isArray(given['submitted_values']) ? valuesBody : oneValueBody;
  },
};
