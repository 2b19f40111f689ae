import { availabilityStatus } from '../../records/availability.ts';
import type { Shown } from '../../wire/shape.ts';
import { pubsubToken } from '../../secrets.ts';
import { iso } from '../../time.ts';
import type { membershipShape, profileShape } from './answers.ts';
import type { MembershipRow, UserRow } from './queries.ts';

/**
 * The caller, who is known by the credential with this name: the documented keys, with the account they last worked in,
 * and Chatwoot's.
 */
export function presentProfile(
  user: UserRow,
  memberships: MembershipRow[],
  credential: string,
  now: Date,
): Shown<typeof profileShape> {
  const current = latestMembership(memberships);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    account_id: current?.accountId ?? null,
    role: current?.role ?? null,
    inviter_id: current?.inviterId ?? null,
    available_name: user.displayName || user.name,
    display_name: user.displayName,
    avatar_url: user.avatarUrl ?? '',
    confirmed: true,
    message_signature: user.messageSignature,
    provider: 'email',
    pubsub_token: pubsubToken(user.pubsubSecret, credential),
    uid: user.email,
    type: null,
    ui_settings: user.uiSettings,
    custom_attributes: user.customAttributes,
    accounts: memberships.map((membership) => presentMembership(membership, now)),
  };
}

/** An account in which the user works. */
export function presentMembership(membership: MembershipRow, now: Date): Shown<typeof membershipShape> {
  return {
    id: membership.accountId,
    name: membership.accountName,
    status: membership.accountStatus,
    onboarding_step: null,
    active_at: iso(membership.activeAt),
    role: membership.role,
    permissions: [membership.role],
    availability: membership.availability,
    availability_status: availabilityStatus(membership, now),
    auto_offline: membership.autoOffline,
    custom_role_id: null,
    custom_role: null,
  };
}

/** The membership that was active last; without any active one, the first. */
export function latestMembership(memberships: MembershipRow[]): MembershipRow | undefined {
  return memberships.toSorted((a, b) => (b.activeAt?.getTime() ?? 0) - (a.activeAt?.getTime() ?? 0))[0];
}
