import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import { type CampaignInput, checkCampaign } from './campaign-input.ts';
import { type CampaignRow, findCampaign } from './queries.ts';

type NewCampaign = CampaignInput & { title: string; message: string; inboxId: number };

/** Creates a campaign on a website. @throws AppError as `checkCampaign` does */
export function createCampaign(tx: Tx, account: AccountRecord, input: NewCampaign, now: Date): Promise<CampaignRow> {
  return inTransaction(tx, async (tx) => {
    // Counted up in the row itself: reading the number first would give two campaigns the same one.
    const { last_campaign_id: displayId } = await tx.db
      .updateTable('accounts')
      .set((eb) => ({ last_campaign_id: eb('last_campaign_id', '+', 1) }))
      .where('id', '=', account.id)
      .returning('last_campaign_id')
      .executeTakeFirstOrThrow();
    await checkCampaign(tx, account.id, input);
    await tx.db
      .insertInto('campaigns')
      .values({
        account_id: account.id,
        inbox_id: input.inboxId,
        sender_id: input.senderId ?? null,
        display_id: displayId,
        title: input.title,
        description: input.description ?? null,
        message: input.message,
        enabled: input.enabled ?? true,
        trigger_rules: json(input.triggerRules ?? {}),
        trigger_only_during_business_hours: input.triggerOnlyDuringBusinessHours ?? false,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return found(await findCampaign(tx, account.id, displayId), 'Campaign');
  });
}
