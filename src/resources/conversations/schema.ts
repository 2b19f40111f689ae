import { CONVERSATION_STATUSES, CONVERSATION_TYPES, PRIORITIES } from '../../entities/conversation.ts';
import {
  array,
  attributes,
  email,
  flag,
  idOrNone,
  integer,
  moment,
  needs,
  object,
  oneOf,
  requiredText,
  text,
  textList,
} from '../../fields.ts';
import { conditionsField, zoneField } from '../../filters/conditions-field.ts';
import { type InferType } from 'yup';
import type { Differences } from '../../dialect.ts';
import { firstMessageBody } from '../messages/schema.ts';

const STRING_VALUE_LENGTH = 1500;
const LARGEST_NUMBER = 9_999_999_999;

/** The statuses that a new conversation can have; snoozing needs a time. */
const INITIAL_STATUSES = ['open', 'pending', 'resolved'] as const;

const SORTS = [
  'last_activity_at_desc',
  'last_activity_at_asc',
  'created_at_desc',
  'created_at_asc',
  'priority_desc',
  'priority_asc',
  'priority_desc_created_at_asc',
  'waiting_since_desc',
  'waiting_since_asc',
] as const;
export type Sort = (typeof SORTS)[number];

/** Former names in Chatwoot's clients. */
const OLD_SORTS = new Map<string, Sort>([
  ['latest', 'last_activity_at_desc'],
  ['sort_on_created_at', 'created_at_asc'],
  ['sort_on_priority', 'priority_desc'],
  ['sort_on_waiting_since', 'waiting_since_asc'],
]);

/** Attributes whose values are small enough to be shown in lists. */
const conversationAttributes = () =>
  attributes().test('values', '', (value, context) => {
    for (const [key, item] of Object.entries(value ?? {})) {
      if (typeof item === 'string' && item.length > STRING_VALUE_LENGTH) {
        return context.createError({ message: `${key} length should be < ${STRING_VALUE_LENGTH}` });
      }
      if (typeof item === 'number' && item > LARGEST_NUMBER) {
        return context.createError({ message: `${key} value should be < ${LARGEST_NUMBER}` });
      }
    }
    return true;
  });

export const listConversationsQuery = object({
  status: oneOf([...CONVERSATION_STATUSES, 'all']),
  assignee_type: oneOf(['me', 'unassigned', 'assigned', 'all']),
  inbox_id: integer(),
  team_id: integer(),
  conversation_type: oneOf(CONVERSATION_TYPES),
  labels: textList(),
  q: text(),
  source_id: text(),
  sort_by: oneOf(SORTS)
    .transform((_, given: unknown) => (typeof given === 'string' && OLD_SORTS.get(given)) || given)
    .strict(false)
    .default('last_activity_at_desc'),
});

export const searchConversationsQuery = listConversationsQuery.shape({ q: requiredText() });

export const filterConversationsBody = object({ payload: conditionsField(), timezone: zoneField() });

export const createConversationBody = (differences: Differences) =>
  object({
    inbox_id: integer(),
    contact_id: integer(),
    source_id: text().nullable(),
    hmac_verified: flag(),
    status: oneOf(INITIAL_STATUSES),
    assignee_id: integer().nullable(),
    team_id: integer().nullable(),
    additional_attributes: conversationAttributes().nullable(),
    custom_attributes: conversationAttributes().nullable(),
    message: firstMessageBody(differences).default(undefined).optional(),
  }).meta(
    needs(
      { fields: ['inbox_id', 'contact_id'], description: 'A contact in an inbox' },
      { fields: ['source_id'], description: 'What an inbox calls the contact already' },
    ),
  );

/** `none` and "" remove the priority, like null. */
const priority = () =>
  oneOf(PRIORITIES)
    .nullable()
    .transform((_, given: unknown) => (given === 'none' || given === '' ? null : given))
    .strict(false);

export const updateConversationBody = object({ priority: priority() });
export const togglePriorityBody = object({
  priority: priority().test('given', 'is missing: low, medium, high, urgent or null', (value) => value !== undefined),
}).meta(needs({ fields: ['priority'], takesNull: true }));

export const toggleStatusBody = ({ takesLooseStatuses }: Differences) =>
  object({
    status: takesLooseStatuses
      ? oneOf(CONVERSATION_STATUSES)
      : oneOf(CONVERSATION_STATUSES).required('is missing: open, resolved, pending or snoozed'),
    snoozed_until: moment()
      .nullable()
      .meta({
        description: takesLooseStatuses
          ? 'When it opens by itself; without it, a snooze lasts until the contact writes'
          : 'When it opens by itself; needed for `snoozed`',
      }),
  });

export const customAttributesBody = object({
  custom_attributes: conversationAttributes().required('is missing: an object of keys and values'),
  merge: flag(),
});

/** Assigns a user, a bot (with `assignee_type` AgentBot) or a team; null, 0 and blank unassign. */
export const assignmentBody = object({
  assignee_id: idOrNone(),
  assignee_type: oneOf(['User', 'AgentBot']).nullable(),
  team_id: idOrNone(),
})
  .test('given', '', ({ assignee_id: assignee, team_id: team }, context) => {
    if (assignee !== undefined || team !== undefined) return true;
    return context.createError({ path: 'assignee_id', message: 'or team_id must be given' });
  })
  .meta(needs({ fields: ['assignee_id'], takesNull: true }, { fields: ['team_id'], takesNull: true }));

/** Neither of them says nothing: clients have further states of their own. */
export const TYPING_STATUSES = ['on', 'off'] as const;

export const typingBody = object({
  typing_status: text()
    .nullable()
    .meta({ jsonSchema: { type: 'string', maxLength: 255, examples: TYPING_STATUSES } }),
  is_private: flag(),
});

export const transcriptBody = object({ email: email().required("can't be blank") });

const MAX_PARTICIPANTS = 500;

export const participantsBody = object({
  user_ids: array(integer().required('must be the id of a user'))
    .typeError('must be a list of user ids')
    .max(MAX_PARTICIPANTS, `must have at most ${MAX_PARTICIPANTS} ids`)
    .required('is missing: a list of user ids'),
});

export type ListConversationsQuery = InferType<typeof listConversationsQuery>;
