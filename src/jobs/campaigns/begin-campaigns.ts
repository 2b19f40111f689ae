import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { beginCampaign } from '../../resources/campaigns/sending/begin-campaign.ts';
import { dueCampaigns } from '../../resources/campaigns/sending/due-campaigns.ts';
import { oneByOne } from '../queue/one-by-one.ts';

/** Most campaigns in one run; the next run, seconds later, takes the rest. */
const BATCH = 100;

/** Whether the time of any campaign has come. */
export async function isAnyCampaignDue(tx: Tx, now: Date): Promise<boolean> {
  return (await dueCampaigns(tx, now, 1)).length > 0;
}

/** Begins the campaigns whose time has come. A failure is logged, and does not stop the others. */
export async function beginCampaigns(app: App, now: Date): Promise<void> {
  const due = new Map((await dueCampaigns(app.tx(), now, BATCH)).map((campaign) => [campaign.id, campaign]));
  await oneByOne(app, 'begin-campaigns', [...due.keys()], async (tx, id) => {
    const campaign = due.get(id);
    if (campaign) await beginCampaign(tx, campaign, now);
  });
}
