import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import { type CampaignInput, type CampaignValues, checkCampaign } from './campaign-input.ts';
import { type CampaignRow, findCampaign } from './queries.ts';
import { columnsOf } from './write-campaign.ts';

type NewCampaign = CampaignInput & Pick<CampaignValues, 'title' | 'message' | 'inboxId'>;

/** Creates a campaign with the type of its inbox. @throws AppError as `checkCampaign` does */
export function createCampaign(tx: Tx, account: AccountRecord, input: NewCampaign, now: Date): Promise<CampaignRow> {
  return inTransaction(tx, async (tx) => {
    // Counted up in the row itself: reading the number first would give two campaigns the same one.
    const { last_campaign_id: displayId } = await tx.db
      .updateTable('accounts')
      .set((eb) => ({ last_campaign_id: eb('last_campaign_id', '+', 1) }))
      .where('id', '=', account.id)
      .returning('last_campaign_id')
      .executeTakeFirstOrThrow();
    const campaign: CampaignValues = {
      title: input.title,
      description: input.description ?? null,
      message: input.message,
      inboxId: input.inboxId,
      senderId: input.senderId ?? null,
      enabled: input.enabled ?? true,
      triggerRules: input.triggerRules ?? {},
      triggerOnlyDuringBusinessHours: input.triggerOnlyDuringBusinessHours ?? false,
      scheduledAt: input.scheduledAt ?? null,
      audience: input.audience ?? [],
      templateParams: input.templateParams ?? {},
    };
    const type = await checkCampaign(tx, account.id, campaign, input, now);
    await tx.db
      .insertInto('campaigns')
      .values({ account_id: account.id, display_id: displayId, ...columnsOf(campaign, type, now), created_at: now })
      .execute();
    return found(await findCampaign(tx, account.id, displayId), 'Campaign');
  });
}
