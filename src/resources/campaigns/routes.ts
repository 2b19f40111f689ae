import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { findVisibleInbox } from '../inboxes/find-visible-inbox.ts';
import { showInbox } from '../inboxes/show-inbox.ts';
import { accountCampaigns } from './account-routes.ts';
import { campaignShape } from './answers.ts';
import { presentCampaign } from './presenter.ts';
import { listCampaigns } from './queries.ts';

export const campaigns = routes('');

campaigns.get(
  '/inboxes/:inbox_id/campaigns',
  {
    permission: 'campaign:read',
    summary: 'List the campaigns of an inbox',
    find: inboxOf,
    page: 'optional',
    answer: ok(list(campaignShape)),
  },
  async ({ tx, account, caller, found: inbox, page, now, publicUrl }) => {
    const shown = showInbox({ tx, caller, publicUrl }, inbox);
    const rows = await listCampaigns(tx, account.id, inbox.id, page);
    return rows.map((campaign) => presentCampaign(campaign, shown, now));
  },
);

campaigns.include(accountCampaigns);

function inboxOf({ tx, account, caller, params }: Asked<'/inboxes/:inbox_id/campaigns'>) {
  return findVisibleInbox(tx, account.id, params.inbox_id, caller);
}
