import { agentBlock } from '../../wire/agent-block.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso, unixSeconds } from '../../time.ts';
import type { inboxShape } from '../inboxes/answers.ts';
import type { campaignShape } from './answers.ts';
import type { CampaignRow } from './queries.ts';

/** A campaign with its presented `inbox`. Only one-off campaigns have a time, an audience and counts. */
export function presentCampaign(
  campaign: CampaignRow,
  inbox: Shown<typeof inboxShape>,
  now: Date,
): Shown<typeof campaignShape> {
  return {
    id: campaign.displayId,
    title: campaign.title,
    description: campaign.description,
    account_id: campaign.accountId,
    inbox,
    sender: campaign.sender && agentBlock(campaign.sender, campaign.accountId, now),
    message: campaign.message,
    template_params: campaign.templateParams,
    campaign_status: campaign.campaignStatus,
    enabled: campaign.enabled,
    campaign_type: campaign.campaignType,
    ...(campaign.campaignType === 'one_off' && {
      scheduled_at: campaign.scheduledAt && unixSeconds(campaign.scheduledAt),
      audience: campaign.audience,
      total_count: campaign.totalCount,
      sent_count: campaign.sentCount,
      failed_count: campaign.failedCount,
    }),
    trigger_rules: campaign.triggerRules,
    trigger_only_during_business_hours: campaign.triggerOnlyDuringBusinessHours,
    created_at: iso(campaign.createdAt),
    updated_at: iso(campaign.updatedAt),
  };
}
