import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { readAgents } from '../../records/read-agents.ts';
import { attributes, flag, integer, list, named, nullable, shape, text } from '../../wire/shape.ts';
import { listShownCampaigns } from '../campaigns/queries.ts';
import { widgetAgentBlock, widgetAgentShape } from './agent-block.ts';

/** The team of a website, and its campaigns. */
export const widgetTeam = routes('');

widgetTeam.get(
  '/inbox_members',
  {
    permission: 'widget:read',
    summary: 'List who answers on a website',
    answer: ok(shape({ payload: list(widgetAgentShape) })),
  },
  async ({ tx, ctx, account, now }) => {
    const members = await readAgents(tx, account.id, { inboxId: ctx.state.widget.inbox.id });
    const accepted = members.filter(({ invitedEmail }) => invitedEmail === null);
    return { payload: accepted.map((member) => widgetAgentBlock(member, now)) };
  },
);

const shownCampaignShape = named('ShownCampaign', {
  id: integer,
  trigger_rules: attributes,
  trigger_only_during_business_hours: flag,
  message: text,
  sender: nullable(widgetAgentShape),
});

widgetTeam.get(
  '/campaigns',
  {
    permission: 'widget:read',
    summary: 'List the campaigns of a website',
    description: 'Those that are enabled, for the widget to show where their rules say.',
    answer: ok(list(shownCampaignShape)),
  },
  async ({ tx, ctx, account, now }) => {
    const campaigns = await listShownCampaigns(tx, account.id, ctx.state.widget.inbox.id);
    return campaigns.map((campaign) => ({
      id: campaign.displayId,
      trigger_rules: campaign.triggerRules,
      trigger_only_during_business_hours: campaign.triggerOnlyDuringBusinessHours,
      message: campaign.message,
      sender: campaign.sender && widgetAgentBlock(campaign.sender, now),
    }));
  },
);
