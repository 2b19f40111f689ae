import { mixed } from 'yup';
import { CONTENT_LENGTH } from '../../../conversations/messages/new-message.ts';
import { attributes, integer, object, oneOf, text } from '../../../fields.ts';
import { APP_IDS } from '../../hooks/apps/app.ts';
import { OPENAI_EVENTS } from '../openai/events.ts';

/** The values of Chatwoot's clients and of answers. */
const STATUSES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['enabled', true],
  ['disabled', false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [true, true],
  [false, false],
  [1, true],
  [0, false],
]);

/** Whether the hook is used. */
const status = () =>
  mixed<boolean>()
    .transform((_, given: unknown) => STATUSES.get(given) ?? given)
    .test('status', 'must be enabled or disabled', (value) => value === undefined || typeof value === 'boolean')
    .meta({ jsonSchema: { type: ['string', 'boolean', 'integer'], enum: ['enabled', 'disabled', true, false, 1, 0] } });

export const createHookBody = object({
  app_id: oneOf(APP_IDS).required('is missing: the id of an app of GET .../integrations/apps'),
  status: status(),
  settings: attributes(),
});

export const updateHookBody = object({
  status: status(),
  settings: attributes().meta({
    jsonSchema: { type: 'object', description: 'Those that are not given stay as they are; null removes one' },
  }),
});

export const processEventBody = object({
  event: object({
    name: oneOf(OPENAI_EVENTS).required('is missing: what OpenAI is asked for'),
    data: object({
      content: text(CONTENT_LENGTH),
      tone: text(),
      conversation_display_id: integer(),
    }),
  }),
});
