import type { Attributes } from '../entities/columns.ts';
import { SENDER_NAME_TYPES } from '../entities/inbox.ts';
import {
  anything,
  attributes,
  flag,
  integer,
  iso,
  list,
  nullable,
  oneOf,
  propertiesOf,
  type Shape,
  shape,
  type Shown,
  text,
} from './shape.ts';
import { channelTypeShape, csatConfigShape, inboxBlockShape, workingHoursShape } from './block-shapes.ts';
import { accountShape, changesShape } from './event-block-shapes.ts';

/** The keys of every channel; each kind adds its settings. */
const channelShape: Shape<
  { id: number; type: Shown<typeof channelTypeShape>; identifier: string; webhook_url: string | null } & Attributes
> = {
  type: 'object',
  description: 'With the settings of its kind, without the secrets',
  properties: { id: integer, type: channelTypeShape, identifier: text, webhook_url: nullable(text) },
  required: ['id', 'type', 'identifier', 'webhook_url'],
  additionalProperties: anything,
};

export const inboxSettingsShape = shape({
  name: text,
  greeting_enabled: flag,
  greeting_message: nullable(text),
  enable_auto_assignment: flag,
  auto_assignment_config: attributes,
  enable_email_collect: flag,
  working_hours_enabled: flag,
  working_hours: list(workingHoursShape),
  out_of_office_message: nullable(text),
  timezone: text,
  csat_survey_enabled: flag,
  csat_config: csatConfigShape,
  allow_messages_after_resolved: flag,
  lock_to_single_conversation: flag,
  sender_name_type: oneOf(SENDER_NAME_TYPES),
  business_name: nullable(text),
  avatar_url: text,
  channel: channelShape,
});

export const inboxCreatedShape = shape({
  ...propertiesOf(inboxSettingsShape),
  created_at: iso,
  updated_at: iso,
  account: accountShape,
  inbox: inboxBlockShape,
});

export const inboxUpdatedShape = shape({ ...propertiesOf(inboxCreatedShape), changed_attributes: changesShape });
