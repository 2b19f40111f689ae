import { ACCOUNT_STATUSES } from '../../entities/account.ts';
import { AVAILABILITIES, ROLES } from '../../entities/account-user.ts';
import { attributes, flag, integer, iso, list, named, nullable, oneOf, propertiesOf, text } from '../../wire/shape.ts';

export const membershipShape = named('Membership', {
  id: integer,
  name: text,
  status: oneOf(ACCOUNT_STATUSES),
  onboarding_step: nullable(text),
  active_at: nullable(iso),
  role: oneOf(ROLES),
  permissions: list(oneOf(ROLES)),
  availability: oneOf(AVAILABILITIES),
  availability_status: oneOf(AVAILABILITIES),
  auto_offline: flag,
  custom_role_id: nullable(integer),
  custom_role: nullable(attributes),
});

/**
 * `pubsub_token` is for subscriptions at /cable, until the session or token of the request ends, or the password changes.
 * `account_id` and `role` are of the account that the user last worked in; null without any account.
 */
export const profileShape = named('Profile', {
  id: integer,
  name: text,
  email: text,
  account_id: nullable(integer),
  role: nullable(oneOf(ROLES)),
  inviter_id: nullable(integer),
  available_name: text,
  display_name: nullable(text),
  avatar_url: text,
  confirmed: flag,
  message_signature: nullable(text),
  provider: text,
  pubsub_token: text,
  uid: text,
  type: nullable(text),
  ui_settings: attributes,
  custom_attributes: attributes,
  accounts: list(membershipShape),
});

export const profileWithTokenShape = named('ProfileWithToken', { access_token: text, ...propertiesOf(profileShape) });
