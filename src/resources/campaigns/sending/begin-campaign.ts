import { sql } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { enqueue } from '../../../queue.ts';
import { countAudience, lastOfAudience, titlesOf } from './audience.ts';
import type { DueCampaign } from './due-campaigns.ts';

/** The kind of the job that sends a campaign. */
export const SEND_CAMPAIGN = 'send_campaign';

/** Begins to send a campaign: queues the job that does it. Nothing happens when it has begun, or was changed since it was read. */
export async function beginCampaign(tx: Tx, due: DueCampaign, now: Date): Promise<void> {
  const { id, accountId, displayId } = due;
  const titles = await titlesOf(tx, accountId, due.audience);
  // Counted in another thread, and so outside the transaction.
  const total = await countAudience(tx, accountId, titles);
  await inTransaction(tx, async (tx) => {
    const begun = await tx.db
      .updateTable('campaigns')
      .set({
        campaign_status: 'processing',
        total_count: total,
        until_contact_id: await lastOfAudience(tx, accountId, titles),
        updated_at: now,
      })
      .where('id', '=', id)
      .where('campaign_status', '=', sql.lit('active' as const))
      .where('updated_at', '=', due.updatedAt)
      .executeTakeFirst();
    if (Number(begun.numUpdatedRows) === 0) return;
    await enqueue(tx, { kind: SEND_CAMPAIGN, accountId, payload: { campaign_id: displayId } }, now);
  });
}
