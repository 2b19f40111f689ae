import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found, invalid } from '../../errors.ts';
import { type CampaignInput, type CampaignValues, checkCampaign } from './campaign-input.ts';
import { lockCampaign } from './lock-campaign.ts';
import { type CampaignRow, findCampaign } from './queries.ts';
import { columnsOf } from './write-campaign.ts';

/**
 * Changes a campaign; values that `input` leaves out stay.
 * @throws AppError as `checkCampaign` does; `invalid` for one that is completed, or is being sent; `not_found` when it has
 *   been deleted
 */
export function updateCampaign(tx: Tx, campaign: CampaignRow, input: CampaignInput, now: Date): Promise<CampaignRow> {
  return inTransaction(tx, async (tx) => {
    const before = await lockCampaign(tx, campaign);
    if (before.campaignStatus !== 'active') {
      const state = before.campaignStatus === 'completed' ? 'completed' : 'being sent';
      throw invalid('Validation failed', `the campaign is ${state}`, ['status']);
    }
    const after = changed(before, input);
    const type = await checkCampaign(tx, before.accountId, after, input, now);
    await tx.db
      .updateTable('campaigns')
      .set(columnsOf(after, type, now))
      .where('id', '=', before.id)
      .execute();
    return found(await findCampaign(tx, before.accountId, before.displayId), 'Campaign');
  });
}

function changed(before: CampaignRow, input: CampaignInput): CampaignValues {
  return {
    title: input.title ?? before.title,
    description: input.description === undefined ? before.description : input.description,
    message: input.message ?? before.message,
    inboxId: input.inboxId ?? before.inboxId,
    senderId: input.senderId === undefined ? before.senderId : input.senderId,
    enabled: input.enabled ?? before.enabled,
    triggerRules: input.triggerRules ?? before.triggerRules,
    triggerOnlyDuringBusinessHours: input.triggerOnlyDuringBusinessHours ?? before.triggerOnlyDuringBusinessHours,
    scheduledAt: input.scheduledAt ?? before.scheduledAt,
    audience: input.audience ?? before.audience,
    templateParams: input.templateParams ?? before.templateParams,
  };
}
