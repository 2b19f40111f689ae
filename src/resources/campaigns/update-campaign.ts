import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found, invalid } from '../../errors.ts';
import { type CampaignInput, checkCampaign } from './campaign-input.ts';
import { type CampaignRow, findCampaign } from './queries.ts';

/**
 * Changes a campaign; values that `input` leaves out stay.
 * @throws AppError as `checkCampaign` does; `invalid` for a completed one; `not_found` when it has been deleted
 */
export function updateCampaign(
  tx: Tx,
  { id, accountId, displayId }: CampaignRow,
  input: CampaignInput,
  now: Date,
): Promise<CampaignRow> {
  return inTransaction(tx, async (tx) => {
    await withRowLock(tx, tx.db.selectFrom('campaigns').select('id').where('id', '=', id)).execute();
    const before = found(await findCampaign(tx, accountId, displayId), 'Campaign');
    if (before.campaignStatus === 'completed') {
      throw invalid('Validation failed', 'the campaign is completed', ['status']);
    }
    await checkCampaign(tx, accountId, input);
    await tx.db
      .updateTable('campaigns')
      .set({
        title: input.title,
        description: input.description,
        message: input.message,
        inbox_id: input.inboxId,
        sender_id: input.senderId,
        enabled: input.enabled,
        ...(input.triggerRules && { trigger_rules: json(input.triggerRules) }),
        trigger_only_during_business_hours: input.triggerOnlyDuringBusinessHours,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    return found(await findCampaign(tx, accountId, displayId), 'Campaign');
  });
}
