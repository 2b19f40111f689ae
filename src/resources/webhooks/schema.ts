import { string } from 'yup';
import { EVENT_TYPES, type EventType } from '../../entities/event.ts';
import { DIALECTS } from '../../dialect.ts';
import { array, flag, integer, object, oneOf, requiredText, text } from '../../fields.ts';

const URL_LENGTH = 2048;
const INVALID = { error: 'Invalid subscription event type' };

/** Any address; check-webhook-url.ts decides which ones are allowed. */
const address = () =>
  requiredText(URL_LENGTH)
    .test(
      'address',
      'must be an address such as https://example.com/webhook',
      (value: string | undefined) => value === undefined || (URL.canParse(value) && !/\s/.test(value)),
    )
    // The index of addresses takes no longer ones.
    .test(
      'bytes',
      `is too long (maximum is ${URL_LENGTH} bytes in UTF-8)`,
      (value: string | undefined) => value === undefined || Buffer.byteLength(value) <= URL_LENGTH,
    )
    .meta({ jsonSchema: { type: 'string', format: 'uri', maxLength: URL_LENGTH } });

/** Characters of an unknown event type that an error repeats. */
const SHOWN_LENGTH = 100;

/** At least one event type, and no unknown one. */
const subscriptions = () =>
  array(
    string<EventType>()
      .required('must be an event type')
      .meta({ ...INVALID, jsonSchema: { enum: EVENT_TYPES } }),
  )
    .typeError('must be a list of event types')
    .min(1, `must name an event type: ${EVENT_TYPES.join(', ')}`)
    .test('known', '', (value, context) => {
      const unknown = value?.find((type) => !EVENT_TYPES.includes(type));
      if (unknown === undefined) return true;
      return context.createError({
        message: `has no event type ${String(unknown).slice(0, SHOWN_LENGTH)}; there are ${EVENT_TYPES.join(', ')}`,
      });
    })
    .meta(INVALID);

/** Null = as the installation speaks. */
const dialect = () =>
  oneOf(DIALECTS)
    .nullable()
    .meta({ description: 'What the `id` of its events is: null = as the setting `api.dialect` says' });

export const createWebhookBody = object({
  url: address(),
  name: text().nullable(),
  subscriptions: subscriptions(),
  dialect: dialect(),
  inbox_id: integer().nullable(),
});

export const updateWebhookBody = object({
  url: address().optional(),
  name: text().nullable(),
  subscriptions: subscriptions(),
  dialect: dialect(),
  inbox_id: integer().nullable(),
  enabled: flag(),
});
