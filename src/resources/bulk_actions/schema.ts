import { type InferType } from 'yup';
import { BULK_TYPES } from '../../entities/bulk-action.ts';
import { CONVERSATION_STATUSES, CONVERSATION_TYPES, PRIORITIES } from '../../entities/conversation.ts';
import { array, idOrNone, integer, moment, object, oneOf, textList } from '../../fields.ts';
import { conditionList, zoneField } from '../../filters/conditions-field.ts';

/** All of them are read again at each step. */
const MOST_IDS = 2000;

const labelLists = object({ add: textList().nullable(), remove: textList().nullable() });

const fields = object({
  status: oneOf(CONVERSATION_STATUSES).nullable(),
  assignee_id: idOrNone().meta({ description: 'Null and 0 end the assignment' }),
  team_id: idOrNone().meta({ description: 'Null and 0 end the assignment' }),
  priority: oneOf(PRIORITIES)
    .nullable()
    .transform((_, given: unknown) => (given === 'none' || given === '' ? null : given))
    .strict(false)
    .meta({ description: 'Null and `none` remove it' }),
});

export const bulkActionBody = object({
  type: oneOf(BULK_TYPES).required(`is missing: ${BULK_TYPES.join(' or ')}`),
  ids: array(integer().required('must be a number'))
    .typeError('must be a list of numbers')
    .max(MOST_IDS, `has too many (maximum is ${MOST_IDS}): use payload`)
    .nullable()
    .meta({ description: 'Numbers of conversations, or ids of contacts; needed unless there is `payload`' }),
  payload: conditionList().nullable().meta({ description: 'Conditions, as filters have them, in place of ids' }),
  timezone: zoneField(),
  conversation_type: oneOf(CONVERSATION_TYPES)
    .nullable()
    .meta({ description: 'With `payload`: only conversations that concern the caller in this way, as in lists' }),
  fields: fields.default(undefined).optional().nullable(),
  labels: labelLists.default(undefined).optional().nullable(),
  snoozed_until: moment().nullable().meta({ description: 'When a snooze ends; without it, when the contact writes' }),
  action_name: oneOf(['delete']).nullable().meta({ description: 'For contacts' }),
});

export type BulkActionBody = InferType<typeof bulkActionBody>;
