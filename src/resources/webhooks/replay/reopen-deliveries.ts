import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../../db/dialect.ts';
import { openLane } from '../../../events/plan-deliveries.ts';
import { REPLAYED } from '../../../events/record.ts';
import type { WebhookRow } from '../queries.ts';

/** The condition for lanes of replays. */
export const isReplayLane = sql<boolean>`lane like ${sql.lit(`${REPLAYED}%`)}`;

/**
 * Makes finished deliveries of the webhook due again, with the same events and ids, as if never tried; pending deliveries
 * are left alone. Replays have their own lanes: in order within a conversation, without delaying new deliveries. Returns
 * their number.
 */
export async function reopenDeliveries(
  tx: Tx,
  { id, accountId }: Pick<WebhookRow, 'id' | 'accountId'>,
  deliveryIds: readonly number[],
  now: Date,
): Promise<number> {
  const reopened = await tx.db
    .updateTable('deliveries')
    .set({
      status: 'pending',
      attempts_count: 0,
      finished_at: null,
      lane: sql<string>`case when ${isReplayLane} then lane else ${sql.lit(REPLAYED)} || lane end`,
    })
    .where(inList(tx, 'id', JSON.stringify(deliveryIds)))
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', id)
    .where('status', '!=', 'pending')
    .returning('lane')
    .execute();
  // In one order everywhere, so that transactions that lock several lanes do not wait for each other in a circle.
  const lanes = [...new Set(reopened.map(({ lane }) => lane))].toSorted();
  for (const lane of lanes) await openLane(tx, { type: 'Webhook', id, lane, accountId, now });
  return reopened.length;
}
