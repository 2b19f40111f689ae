import { unixSeconds } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { assignmentPolicyShape } from './answers.ts';
import type { AssignmentPolicyRow } from './queries.ts';

export function presentAssignmentPolicy(policy: AssignmentPolicyRow): Shown<typeof assignmentPolicyShape> {
  return {
    id: policy.id,
    name: policy.name,
    description: policy.description,
    assignment_order: policy.assignmentOrder,
    conversation_priority: policy.conversationPriority,
    fair_distribution_limit: policy.fairDistributionLimit,
    fair_distribution_window: policy.fairDistributionWindow,
    enabled: policy.enabled,
    assigned_inbox_count: Number(policy.inboxCount),
    created_at: unixSeconds(policy.createdAt),
    updated_at: unixSeconds(policy.updatedAt),
  };
}
