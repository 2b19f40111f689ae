import type { Tx } from '../../../db/tx.ts';
import { inList } from '../../../db/dialect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Claim } from './claim-lanes.ts';

/** Clears the failures of the webhooks among `receivers`, after deliveries to them succeeded. */
export async function noteSuccesses(tx: Tx, receivers: Pick<Claim, 'receiverType' | 'receiverId'>[]): Promise<void> {
  const ids = receivers.flatMap(({ receiverType, receiverId }) => (receiverType === 'Webhook' ? [receiverId] : []));
  if (ids.length > 0) await forgetFailures(tx, { ids: JSON.stringify(ids) });
}

const forgetFailures = prepared<{ ids: string }, void, unknown>((db, { ids }, _, tx) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null, exhausted_count: 0 })
    .where(inList(tx, 'id', ids))
    .where('failing_since', 'is not', null),
);

/**
 * Counts an exhausted delivery of the webhook. Returns when the first one since the last success was exhausted, and how
 * many have been since then.
 */
export async function noteExhausted(tx: Tx, webhookId: number, now: Date) {
  const row = await tx.db
    .updateTable('webhooks')
    .set((eb) => ({
      failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
      exhausted_count: eb('exhausted_count', '+', 1),
    }))
    .where('id', '=', webhookId)
    .returning(['failing_since as failingSince', 'exhausted_count as exhaustedCount'])
    .executeTakeFirst();
  return { failingSince: row?.failingSince ?? now, exhaustedCount: row?.exhaustedCount ?? 1 };
}

/** Disables the webhook until an administrator enables it again. False when it was disabled already, or deleted. */
export async function disableWebhook(tx: Tx, webhookId: number, reason: string, now: Date): Promise<boolean> {
  const disabled = await tx.db
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_reason: reason, updated_at: now })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return Number(disabled.numUpdatedRows) === 1;
}
