import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid } from '../../errors.ts';
import { lockCampaign } from './lock-campaign.ts';
import type { CampaignRow } from './queries.ts';

/**
 * Deletes a campaign; the conversations that it began stay.
 * @throws AppError `invalid` for one that is being sent, `not_found` when it has been deleted
 */
export function deleteCampaign(tx: Tx, campaign: CampaignRow): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { id, campaignStatus } = await lockCampaign(tx, campaign);
    if (campaignStatus === 'processing') {
      throw invalid('Validation failed', 'the campaign is being sent: it can be deleted once it is completed', [
        'status',
      ]);
    }
    await tx.db.deleteFrom('campaigns').where('id', '=', id).execute();
  });
}
