import type { Shown } from '../../wire/shape.ts';
import { pubsubToken } from '../../secrets.ts';
import { iso, unixSeconds } from '../../time.ts';
import type { MembershipRow, UserRow } from '../profile/queries.ts';
import type { accountShape, cacheKeysShape, platformAccountShape, signedUpShape } from './answers.ts';
import type { CreatedAccount } from './create-account.ts';
import type { AccountRow } from './queries.ts';

/** An account, with the documented keys and Chatwoot's. */
export function presentAccount(account: AccountRow): Shown<typeof accountShape> {
  return {
    id: account.id,
    name: account.name,
    locale: account.locale,
    domain: account.domain,
    support_email: account.supportEmail ?? '',
    status: account.status,
    settings: account.settings,
    custom_attributes: account.customAttributes,
    features: presentFeatures(account),
    subscribed_features: [],
    cache_keys: presentCacheKeys(account),
    created_at: account.createdAt.toISOString(),
    latest_chatwoot_version: null,
  };
}

/** An account in the Platform API. */
export function presentPlatformAccount(account: AccountRow): Shown<typeof platformAccountShape> {
  return {
    id: account.id,
    name: account.name,
    locale: account.locale,
    domain: account.domain,
    support_email: account.supportEmail ?? '',
    status: account.status,
    features: presentFeatures(account),
    limits: account.limits,
    custom_attributes: account.customAttributes,
  };
}

/** Those that are on. */
function presentFeatures({ features }: AccountRow): object {
  return Object.fromEntries(Object.entries(features).filter(([, isOn]) => isOn));
}

/** When labels, inboxes and teams last changed, as keys that clients compare with those of their copies. */
export function presentCacheKeys(account: AccountRow): Shown<typeof cacheKeysShape>['cache_keys'] {
  return {
    label: cacheKey(account.labelsChangedAt),
    inbox: cacheKey(account.inboxesChangedAt),
    team: cacheKey(account.teamsChangedAt),
  };
}

/** Unix seconds with ten digits; zeros for null, which means never. */
function cacheKey(changedAt: Date | null): string {
  return String(unixSeconds(changedAt)).padStart(10, '0');
}

/**
 * The new account's administrator: the documented user object, and Chatwoot's under `data`, with a token that is shown
 * only this once.
 */
export function presentSignedUp(
  user: UserRow,
  memberships: MembershipRow[],
  created: CreatedAccount & { credential: string },
): Shown<typeof signedUpShape> {
  const accounts = memberships.map(({ accountId: id, accountName: name, accountLocale: locale }) => ({
    id,
    name,
    locale,
  }));
  const common = {
    id: user.id,
    uid: user.email,
    email: user.email,
    name: user.name,
    account_id: created.account.id,
  };
  return {
    ...common,
    accounts,
    data: {
      ...common,
      provider: 'email',
      pubsub_token: pubsubToken(user.pubsubSecret, created.credential),
      display_name: user.displayName,
      available_name: user.displayName || user.name,
      created_at: user.createdAt.toISOString(),
      role: 'administrator',
      inviter_id: null,
      confirmed: true,
      avatar_url: user.avatarUrl ?? '',
      access_token: created.accessToken,
      accounts: memberships.map(({ accountId, accountName, accountLocale, activeAt, role }) => ({
        id: accountId,
        name: accountName,
        locale: accountLocale,
        active_at: iso(activeAt),
        role,
      })),
    },
  };
}
