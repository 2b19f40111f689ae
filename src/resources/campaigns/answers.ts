import { CAMPAIGN_STATUSES, CAMPAIGN_TYPES } from '../../entities/campaign.ts';
import { agentShape } from '../../wire/agent-block.ts';
import {
  attributes,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  oneOf,
  seconds,
  shape,
  text,
} from '../../wire/shape.ts';
import { inboxShape } from '../inboxes/answers.ts';

export const campaignShape = named(
  'Campaign',
  {
    id: integer,
    title: text,
    description: nullable(text),
    account_id: integer,
    inbox: inboxShape,
    sender: nullable(agentShape),
    message: text,
    template_params: attributes,
    campaign_status: oneOf(CAMPAIGN_STATUSES),
    enabled: flag,
    campaign_type: oneOf(CAMPAIGN_TYPES),
    trigger_rules: attributes,
    trigger_only_during_business_hours: flag,
    created_at: iso,
    updated_at: iso,
  },
  {
    scheduled_at: nullable(seconds),
    audience: list(shape({ type: text, id: integer })),
    total_count: nullable(integer),
    sent_count: integer,
    failed_count: integer,
  },
);
