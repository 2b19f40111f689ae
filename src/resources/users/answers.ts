import { ROLES } from '../../entities/account-user.ts';
import {
  attributes,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  oneOf,
  type Shape,
  shape,
  text,
} from '../../wire/shape.ts';

/** A user in the Platform API. */
export const platformUserShape = named('PlatformUser', {
  access_token: { ...nullable(text), description: 'Only in the answer that makes the user' } as Shape<string | null>,
  id: integer,
  name: text,
  display_name: nullable(text),
  available_name: text,
  email: text,
  uid: text,
  provider: text,
  pubsub_token: text,
  confirmed: flag,
  account_id: nullable(integer),
  role: nullable(oneOf(ROLES)),
  avatar_url: text,
  message_signature: nullable(text),
  ui_settings: attributes,
  custom_attributes: attributes,
  created_at: iso,
  accounts: list(shape({ id: integer, name: text, active_at: nullable(iso), role: oneOf(ROLES) })),
});

/** A user that somebody else has made. */
export const knownUserShape = named('KnownUser', { id: integer, name: text });

export const loginLinkShape = shape({ url: text });

/** A token that was made for a user; it does not expire. */
export const userTokenShape = named('UserToken', {
  access_token: text,
  expiry: nullable(integer),
  user: shape({ id: integer, name: text, display_name: nullable(text), email: text, pubsub_token: text }),
});
