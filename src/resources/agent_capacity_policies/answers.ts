import { integer, list, named, nullable, seconds, shape, text } from '../../wire/shape.ts';

export const inboxLimitShape = named('InboxCapacityLimit', {
  id: integer,
  inbox_id: integer,
  conversation_limit: integer,
  agent_capacity_policy_id: integer,
});

export const capacityPolicyShape = named('AgentCapacityPolicy', {
  id: integer,
  account_id: integer,
  name: text,
  description: nullable(text),
  exclusion_rules: shape({ excluded_labels: list(text), exclude_older_than_hours: nullable(integer) }),
  assigned_agent_count: integer,
  inbox_capacity_limits: list(inboxLimitShape),
  created_at: seconds,
  updated_at: seconds,
});
