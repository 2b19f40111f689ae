import { db, type EntityManager } from '../../../db/orm.ts';

/** A delivery succeeded: whatever failed before does not count any more. */
export async function noteSuccess(em: EntityManager, webhookId: number): Promise<void> {
  await db(em)
    .updateTable('webhooks')
    .set({ failing_since: null, exhausted_count: 0 })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** A delivery failed to the end. Returns since when, and how many have. */
export async function noteExhausted(em: EntityManager, webhookId: number, now: Date) {
  const row = await db(em)
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

/** Sends the webhook nothing more until an administrator enables it again. False when it was disabled already. */
export async function disableWebhook(
  em: EntityManager,
  webhookId: number,
  reason: string,
  now: Date,
): Promise<boolean> {
  const disabled = await db(em)
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_reason: reason, updated_at: now })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return Number(disabled.numUpdatedRows) === 1;
}
