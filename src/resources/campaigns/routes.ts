import { openSecrets } from '../../channels/secrets.ts';
import { ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { findVisibleInbox } from '../inboxes/find-visible-inbox.ts';
import { presentInbox } from '../inboxes/presenter.ts';
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
  async ({ tx, account, found: inbox, page, now, publicUrl }) => {
    const shown = presentInbox(inbox, openSecrets(tx, inbox.sealedSecrets), publicUrl);
    const rows = await listCampaigns(tx, account.id, inbox.id, page);
    return rows.map((campaign) => presentCampaign(campaign, shown, now));
  },
);

campaigns.include(accountCampaigns);

function inboxOf({ tx, account, caller, params }: Asked<'/inboxes/:inbox_id/campaigns'>) {
  return findVisibleInbox(tx, account.id, params.inbox_id, caller);
}
