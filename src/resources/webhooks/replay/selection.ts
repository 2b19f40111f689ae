import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import type { DeliveryStatus } from '../../../entities/delivery.ts';

/** What did not arrive. */
export const FAILED: readonly DeliveryStatus[] = ['exhausted', 'cancelled'];
export const FINISHED: readonly DeliveryStatus[] = ['delivered', ...FAILED];

/**
 * Deliveries of a webhook to send again: with ids from `from` to `upTo`, with one of the statuses, that ended between
 * `since` and `until`. Deliveries under way at `until` are left out, even after they end.
 */
export type Selection = {
  webhookId: number;
  statuses: readonly DeliveryStatus[];
  from: number;
  upTo: number;
  since: Date;
  until: Date;
};

/** How many deliveries the selection has, and how many pending ones lie between its ids, which are left alone. */
export async function countSelected(tx: Tx, selection: Selection): Promise<{ selected: number; pending: number }> {
  const { webhookId, from, upTo } = selection;
  const { count } = await tx.db
    .selectFrom('deliveries')
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', webhookId)
    .where('status', 'in', selection.statuses)
    .where('id', '>=', from)
    .where('id', '<=', upTo)
    .where('finished_at', '>=', selection.since)
    .where('finished_at', '<=', selection.until)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return { selected: Number(count), pending: await countPending(tx, webhookId, from, upTo) };
}

/** How many pending deliveries the webhook has with ids from `from` to `upTo`. */
export async function countPending(tx: Tx, webhookId: number, from: number, upTo: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('deliveries')
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', webhookId)
    .where('finished_at', 'is', null)
    .where('id', '>=', from)
    .where('id', '<=', upTo)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The ids of the first `limit` deliveries of the selection, in their order. */
export async function nextSelected(tx: Tx, selection: Selection, limit: number): Promise<number[]> {
  const { statuses, ...values } = selection;
  const rows = await next(tx, { ...values, limit }, statuses.join(' '));
  return rows.map(({ id }) => id);
}

type Values = Omit<Selection, 'statuses'> & { limit: number };

/** Reads the first of each status, in the order that the index has. The variant: the statuses. */
const next = prepared((db, values: Placeholders<Values>, statuses: string) => {
  const ofStatus = (status: string) =>
    db
      .selectFrom(
        db
          .selectFrom('deliveries')
          .select('id')
          .where('receiver_type', '=', sql.lit('Webhook' as const))
          .where('receiver_id', '=', values.webhookId)
          .where('status', '=', sql.lit(status as DeliveryStatus))
          .where('id', '>=', values.from)
          .where('id', '<=', values.upTo)
          .where('finished_at', '>=', values.since)
          .where('finished_at', '<=', values.until)
          .orderBy('id')
          .limit(values.limit)
          .as('of_status'),
      )
      .select('of_status.id');
  const ids = statuses
    .split(' ')
    .map(ofStatus)
    .reduce((all, others) => all.unionAll(others));
  return db.selectFrom(ids.as('selected')).select('selected.id').orderBy('selected.id').limit(values.limit);
});
