import { json } from '../../db/dialect.ts';
import type { CAMPAIGN_TYPES } from '../../entities/campaign.ts';
import type { CampaignValues } from './campaign-input.ts';

/** The columns of a campaign of this type with these values. Only one-off campaigns have a time, an audience and a template. */
export function columnsOf(campaign: CampaignValues, type: (typeof CAMPAIGN_TYPES)[number], now: Date) {
  const isOneOff = type === 'one_off';
  return {
    title: campaign.title,
    description: campaign.description,
    message: campaign.message,
    inbox_id: campaign.inboxId,
    sender_id: campaign.senderId,
    enabled: campaign.enabled,
    campaign_type: type,
    trigger_rules: json(campaign.triggerRules),
    trigger_only_during_business_hours: campaign.triggerOnlyDuringBusinessHours,
    scheduled_at: isOneOff ? (campaign.scheduledAt ?? now) : null,
    audience: json(isOneOff ? campaign.audience : []),
    template_params: json(isOneOff ? campaign.templateParams : {}),
    updated_at: now,
  };
}
