import { unixSeconds } from '../../time.ts';
import type { AccountRow } from './queries.ts';

/** An account: spec.md's keys and upstream's. */
export function presentAccount(account: AccountRow) {
  return {
    id: account.id,
    name: account.name,
    locale: account.locale,
    domain: account.domain,
    support_email: account.supportEmail ?? '',
    status: account.status,
    settings: account.settings,
    custom_attributes: account.customAttributes,
    features: {},
    subscribed_features: [],
    cache_keys: presentCacheKeys(account),
    created_at: account.createdAt.toISOString(),
    latest_chatwoot_version: null,
  };
}

/** When labels, inboxes and teams last changed, in the form by which clients compare what they hold. */
export function presentCacheKeys(account: AccountRow) {
  return {
    label: cacheKey(account.labelsChangedAt),
    inbox: cacheKey(account.inboxesChangedAt),
    team: cacheKey(account.teamsChangedAt),
  };
}

/** Unix seconds in ten digits; zeros for null, which is never. */
function cacheKey(changedAt: Date | null): string {
  return String(unixSeconds(changedAt)).padStart(10, '0');
}
