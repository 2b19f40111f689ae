import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { accountUserShape } from './answers.ts';
import type { AccountUserRow } from './queries.ts';

/** A membership in the Platform API. */
export function presentAccountUser(member: AccountUserRow): Shown<typeof accountUserShape> {
  return {
    id: member.id,
    account_id: member.accountId,
    user_id: member.userId,
    role: member.role,
    inviter_id: member.inviterId,
    availability: member.availability,
    auto_offline: member.autoOffline,
    active_at: iso(member.activeAt),
    custom_role_id: null,
    agent_capacity_policy_id: member.agentCapacityPolicyId,
    created_at: iso(member.createdAt),
    updated_at: iso(member.updatedAt),
  };
}
