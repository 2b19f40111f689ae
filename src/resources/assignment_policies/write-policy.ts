import { invalidField } from '../../errors.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { AssignmentOrder, ConversationPriority } from '../../entities/assignment-policy.ts';

/** What a policy says; undefined = the default, or in a change as it is. */
export type PolicyInput = {
  description: string | null | undefined;
  assignmentOrder: AssignmentOrder | undefined;
  conversationPriority: ConversationPriority | undefined;
  fairDistributionLimit: number | undefined;
  fairDistributionWindow: number | undefined;
  enabled: boolean | undefined;
};

/** The columns that `input` sets, without the name. */
export function policyColumns(input: PolicyInput) {
  return {
    description: input.description,
    assignment_order: input.assignmentOrder,
    conversation_priority: input.conversationPriority,
    fair_distribution_limit: input.fairDistributionLimit,
    fair_distribution_window: input.fairDistributionWindow,
    enabled: input.enabled,
  };
}

/** Throws `error`, or `invalid` where it means that the account already has a policy with this name. */
export function refuseSecondName(error: unknown): never {
  throw isUniqueViolation(error, 'assignment_policies', 'name')
    ? invalidField('name', 'has already been taken')
    : error;
}
