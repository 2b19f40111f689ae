import { ACCOUNT_STATUSES } from '../../entities/account.ts';
import { ROLES } from '../../entities/account-user.ts';
import {
  anything,
  attributes,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  oneOf,
  shape,
  text,
} from '../../wire/shape.ts';

const cacheKeys = shape({ label: text, inbox: text, team: text });

export const cacheKeysShape = shape({ cache_keys: cacheKeys });

const settingsShape = named(
  'AccountSettings',
  {},
  {
    auto_resolve_after: nullable(integer),
    auto_resolve_message: nullable(text),
    auto_resolve_ignore_waiting: nullable(flag),
    auto_resolve_label: nullable(text),
    audio_transcriptions: nullable(flag),
    keep_pending_on_bot_failure: nullable(flag),
    prune_conversations_after: nullable(integer),
    prune_attachments_after: nullable(integer),
    prune_contacts_after: nullable(integer),
  },
);

export const accountShape = named('Account', {
  id: integer,
  name: text,
  locale: text,
  domain: nullable(text),
  support_email: text,
  status: oneOf(ACCOUNT_STATUSES),
  settings: settingsShape,
  custom_attributes: attributes,
  features: attributes,
  subscribed_features: list(anything),
  cache_keys: cacheKeys,
  created_at: iso,
  latest_chatwoot_version: nullable(text),
});

/** An account in the Platform API; `features` lists the enabled features. */
export const platformAccountShape = named('PlatformAccount', {
  id: integer,
  name: text,
  locale: text,
  domain: nullable(text),
  support_email: text,
  status: oneOf(ACCOUNT_STATUSES),
  features: attributes,
  limits: { ...shape({}, { agents: nullable(integer), inboxes: nullable(integer) }), additionalProperties: true },
  custom_attributes: attributes,
});

const user = { id: integer, uid: text, email: text, name: text, account_id: integer };
const account = { id: integer, name: text, locale: text };

/** The new administrator, repeated where Chatwoot's clients look for it, with a token that is shown only this once. */
export const signedUpShape = named('SignedUp', {
  ...user,
  accounts: list(shape(account)),
  data: shape({
    ...user,
    provider: text,
    pubsub_token: text,
    display_name: nullable(text),
    available_name: text,
    created_at: iso,
    role: oneOf(ROLES),
    inviter_id: nullable(integer),
    confirmed: flag,
    avatar_url: text,
    access_token: text,
    accounts: list(shape({ ...account, active_at: nullable(iso), role: oneOf(ROLES) })),
  }),
});
