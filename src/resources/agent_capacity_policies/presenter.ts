import { unixSeconds } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { capacityPolicyShape, inboxLimitShape } from './answers.ts';
import type { InboxLimitRow, ShownCapacityPolicy } from './queries.ts';

export function presentCapacityPolicy(policy: ShownCapacityPolicy): Shown<typeof capacityPolicyShape> {
  return {
    id: policy.id,
    account_id: policy.accountId,
    name: policy.name,
    description: policy.description,
    exclusion_rules: {
      excluded_labels: policy.excludedLabels,
      exclude_older_than_hours: policy.excludeOlderThanHours,
    },
    assigned_agent_count: Number(policy.agentCount),
    inbox_capacity_limits: policy.limits.map(presentInboxLimit),
    created_at: unixSeconds(policy.createdAt),
    updated_at: unixSeconds(policy.updatedAt),
  };
}

export function presentInboxLimit(limit: InboxLimitRow): Shown<typeof inboxLimitShape> {
  return {
    id: limit.id,
    inbox_id: limit.inboxId,
    conversation_limit: limit.conversationLimit,
    agent_capacity_policy_id: limit.policyId,
  };
}
