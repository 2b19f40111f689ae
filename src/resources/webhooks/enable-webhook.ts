import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { MAX_ID } from '../../fields/id-in.ts';
import { findAnyWebhook, type WebhookRow } from './queries.ts';
import { countPending, FAILED } from './replay/selection.ts';
import { updateWebhook } from './update-webhook.ts';

/**
 * The deliveries that a webhook missed: exhausted or cancelled ones since `since`, the time of the first failure or of its
 * disabling; ones still due; and the event after which the account had more events while the webhook was disabled (null =
 * none).
 */
export type Missed = {
  since: Date;
  exhausted: number;
  cancelled: number;
  pending: number;
  eventsAfter: number | null;
};

/**
 * Enables the webhook and clears its failures. Returns what it was not sent; null = it was enabled already.
 * @throws AppError `not_found` when it has been deleted
 */
export function enableWebhook(tx: Tx, { id }: Pick<WebhookRow, 'id'>, now: Date): Promise<Missed | null> {
  return inTransaction(tx, async (tx) => {
    const webhook = found(await findAnyWebhook(tx, id), 'Webhook');
    const { accountId, disabledAt, failingSince } = webhook;
    if (disabledAt === null) return null;
    const since = failingSince ?? disabledAt;
    const counts = await countSince(tx, id, since);
    const eventsAfter = await lastEventBefore(tx, accountId, disabledAt);
    await updateWebhook(tx, webhook, { ...UNCHANGED, enabled: true }, now);
    return { since, ...counts, eventsAfter };
  });
}

const UNCHANGED = {
  url: undefined,
  name: undefined,
  subscriptions: undefined,
  dialect: undefined,
  inboxId: undefined,
} as const;

async function countSince(tx: Tx, webhookId: number, since: Date) {
  const rows = await tx.db
    .selectFrom('deliveries')
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', webhookId)
    .where('status', 'in', FAILED)
    .where('finished_at', '>=', since)
    .select((eb) => ['status', eb.fn.countAll<number | string>().as('count')])
    .groupBy('status')
    .execute();
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  const pending = await countPending(tx, webhookId, 0, MAX_ID);
  return { exhausted: countOf('exhausted'), cancelled: countOf('cancelled'), pending };
}

/** The account's last event before `time`, or 0 where it has no older ones; null when none has followed. */
async function lastEventBefore(tx: Tx, accountId: number, time: Date): Promise<number | null> {
  const ofAccount = tx.db
    .selectFrom('events')
    .select(['id', 'created_at as createdAt'])
    .where('account_id', '=', accountId);
  const newest = await ofAccount.orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!newest || newest.createdAt < time) return null;
  const last = await ofAccount.where('created_at', '<', time).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? 0;
}
