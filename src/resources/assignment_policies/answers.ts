import { ASSIGNMENT_ORDERS, CONVERSATION_PRIORITIES } from '../../entities/assignment-policy.ts';
import { flag, integer, list, named, nullable, oneOf, seconds, shape, text } from '../../wire/shape.ts';
import { inboxShape } from '../inboxes/answers.ts';

export const assignmentPolicyShape = named('AssignmentPolicy', {
  id: integer,
  name: text,
  description: nullable(text),
  assignment_order: oneOf(ASSIGNMENT_ORDERS),
  conversation_priority: oneOf(CONVERSATION_PRIORITIES),
  fair_distribution_limit: integer,
  fair_distribution_window: integer,
  enabled: flag,
  assigned_inbox_count: integer,
  created_at: seconds,
  updated_at: seconds,
});

export const policyInboxesShape = shape({ inboxes: list(inboxShape) });
