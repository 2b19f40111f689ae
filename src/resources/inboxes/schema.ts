import { type AnyObjectSchema, type InferType, number, type TestContext } from 'yup';
import type { Channel } from '../../channels/channel.ts';
import { channels, findChannel } from '../../channels/find-channel.ts';
import { CHANNEL_TYPES, type ChannelType } from '../../entities/channel.ts';
import { SENDER_NAME_TYPES } from '../../entities/inbox.ts';
import { CHANNEL_NAMES } from '../../wire/channel-names.ts';
import type { InboxDetails } from '../../records/inbox.ts';
import {
  array,
  attributes,
  flag,
  idOrNone,
  integer,
  object,
  oneOf,
  requiredText,
  text,
  timezone,
} from '../../fields.ts';
import { check } from '../../fields/check.ts';
import type { GivenHours } from './working-hours.ts';

const MESSAGE_LENGTH = 10_000;
const MAX_HOUR = 23;
const MAX_MINUTE = 59;
const MINUTES = 60;
const HOURS = ['open_hour', 'open_minutes', 'close_hour', 'close_minutes'] as const;

const upTo = (most: number) =>
  number()
    .typeError('must be a whole number')
    .integer('must be a whole number')
    .min(0, `must be from 0 to ${most}`)
    .max(most, `must be from 0 to ${most}`);

const workingHours = object({
  day_of_week: upTo(6).required("can't be blank: 0 for Sunday to 6 for Saturday"),
  closed_all_day: flag(),
  open_all_day: flag(),
  open_hour: upTo(MAX_HOUR).nullable(),
  open_minutes: upTo(MAX_MINUTE).nullable(),
  close_hour: upTo(MAX_HOUR).nullable(),
  close_minutes: upTo(MAX_MINUTE).nullable(),
})
  .test('hours', '', checkHours)
  .meta({ description: 'A day that closes before it opens is open past midnight: from 21:00 to 02:00' });

/**
 * Requires all hours of a day, unless it is closed or open throughout. An end before the beginning is on the next day.
 */
function checkHours(day: GivenHours | null, context: TestContext): true | ReturnType<TestContext['createError']> {
  // A value that is no day is refused elsewhere.
  if (!day) return true;
  const { closed_all_day: closed, open_all_day: open } = day;
  if (closed && open) return context.createError({ message: 'cannot be closed_all_day and open_all_day at once' });
  if (closed || open) return true;

  const missing = HOURS.filter((name) => (day[name] ?? null) === null).join(', ');
  if (missing) return context.createError({ message: `needs ${missing}, or closed_all_day` });
  const opens = Number(day.open_hour) * MINUTES + Number(day.open_minutes);
  const closes = Number(day.close_hour) * MINUTES + Number(day.close_minutes);
  return opens !== closes || context.createError({ message: 'must not close when it opens: see open_all_day' });
}

const week = array(workingHours)
  .typeError('must be a list of days')
  .test(
    'twice',
    'names a day_of_week twice',
    (days) => !days || new Set(days.map((day) => day?.day_of_week)).size === days.length,
  );

const csatConfig = object({
  display_type: oneOf(['emoji', 'star']),
  message: text(MESSAGE_LENGTH),
  button_text: text(),
  language: text(),
  survey_rules: object({
    operator: oneOf(['contains', 'does_not_contain']),
    values: array(text().required()).typeError('must be a list of labels'),
  }).default(undefined),
  template: attributes().nullable(),
})
  .typeError('must be an object')
  .default(undefined);

const inboxFields = {
  name: requiredText(),
  greeting_enabled: flag(),
  greeting_message: text(MESSAGE_LENGTH).nullable(),
  enable_auto_assignment: flag(),
  auto_assignment_config: object({ max_assignment_limit: integer().nullable() })
    .typeError('must be an object')
    .default(undefined),
  enable_email_collect: flag(),
  working_hours_enabled: flag(),
  working_hours: week,
  out_of_office_message: text(MESSAGE_LENGTH).nullable(),
  timezone: timezone().min(1, "can't be blank"),
  csat_survey_enabled: flag(),
  csat_config: csatConfig,
  allow_messages_after_resolved: flag(),
  lock_to_single_conversation: flag(),
  sender_name_type: oneOf(SENDER_NAME_TYPES),
  business_name: text().nullable(),
  portal_id: idOrNone().meta({ description: 'The help centre that its widget offers; null = none' }),
};

/** The part of a new inbox's body that names the kind of its channel, which decides on the rest. */
const newChannelBody = object({
  channel: object({
    type: text()
      .required(`is missing: one of ${CHANNEL_TYPES.join(', ')}`)
      .meta({ error: 'Invalid channel type', jsonSchema: { enum: CHANNEL_TYPES } }),
  })
    .typeError('must be an object with a type')
    .default(undefined)
    .required(`is missing: an object with a type: ${CHANNEL_TYPES.join(', ')}`)
    .meta({ error: 'Invalid channel type' }),
});

const createBodies = perKind((channel) =>
  object({ ...inboxFields, channel: object({ ...channel.parameters, type: oneOf([channel.type]).required() }) }),
);

/** Every field is optional, and the kind of channel cannot be changed. */
const updateBodies = perKind((channel) =>
  object({
    ...inboxFields,
    name: inboxFields.name.optional(),
    channel: object({
      ...object(channel.parameters).partial().fields,
      type: text()
        .oneOf([channel.type], `is ${channel.type} and cannot be changed`)
        .meta({ error: 'Invalid channel type' }),
    })
      .typeError('must be an object')
      .default(undefined),
  }),
);

/** The body of a new inbox, by the kind of its channel; `choose` throws AppError `invalid` unless it names a kind. */
export const createInboxBody = {
  schemas: Object.values(createBodies),
  choose(given: Record<string, unknown>) {
    const { channel } = check(newChannelBody, given);
    return createBodies[findChannel(channel.type).type];
  },
};

export const updateInboxBody = {
  schemas: Object.values(updateBodies),
  choose: (_: unknown, { channel }: InboxDetails) => updateBodies[channel.type],
};

export type InboxBody = InferType<(typeof updateBodies)[ChannelType]>;

/** The row key of the bot to connect; null, 0 and blank disconnect the present one. */
export const setAgentBotBody = object({ agent_bot: idOrNone() });

function perKind<S extends AnyObjectSchema>(make: (channel: Channel) => S): Record<ChannelType, S> {
  const bodies = Object.values(channels).map((channel) => {
    const title = CHANNEL_NAMES[channel.type].replace('Channel::', '');
    return [channel.type, make(channel).meta({ title })] as const;
  });
  return Object.fromEntries(bodies) as Record<ChannelType, S>;
}

/** `code`: for an e-mail inbox. */
export const verifyAddressBody = object({ code: text().nullable() });
