import { openSecrets } from '../../channels/secrets.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { list } from '../../shapes.ts';
import { openInbox } from '../inboxes/open-inbox.ts';
import { presentInbox } from '../inboxes/presenter.ts';
import { campaignShape } from './answers.ts';
import { presentCampaign } from './presenter.ts';
import { listCampaigns } from './queries.ts';

/** /inboxes/{inbox_id}/campaigns */
export const campaignsOfInbox = router();

campaignsOfInbox.get('/', allow('campaign:read'), takes({ page: true }), answers(list(campaignShape)), async (ctx) => {
  const { em, account, caller, now } = ctx.state;
  const inbox = await openInbox(em, account.id, idOf(ctx, 'Inbox', 'inbox_id'), caller);
  const shown = presentInbox(inbox, openSecrets(em, inbox.sealedSecrets), publicUrl(ctx));
  const campaigns = await listCampaigns(em, account.id, inbox.id, optionalPageOf(ctx));
  ctx.body = campaigns.map((campaign) => presentCampaign(campaign, shown, now));
});
