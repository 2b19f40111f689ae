import type { Tx } from '../../../db/tx.ts';
import { withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { AppError, found } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import { checkSendable } from '../check-sendable.ts';
import { findAnyWebhook, type WebhookRow } from '../queries.ts';
import { payloadOfReplay, REPLAY, replaySubject } from './replay-job.ts';
import { countSelected, type Selection } from './selection.ts';

/** The deliveries of a webhook to send again; `upTo` null = up to the newest. */
export type ReplayWanted = Pick<Selection, 'statuses' | 'from' | 'since'> & { upTo: number | null };

/** How many deliveries are sent again, and how many pending ones beside them are left alone. */
export type ReplayCount = { selected: number; pending: number };

/** What `requestReplay` would do. */
export async function countReplay(tx: Tx, webhook: WebhookRow, wanted: ReplayWanted, now: Date): Promise<ReplayCount> {
  return countSelected(tx, await selectionOf(tx, webhook, wanted, now));
}

/**
 * Queues the job that sends the webhook's wanted deliveries again, limited to deliveries that have ended by now; no job for
 * none.
 * @throws AppError `conflict` while an earlier replay runs; `not_found` when the webhook has been deleted; as
 *   `checkSendable`
 */
export function requestReplay(tx: Tx, webhook: WebhookRow, wanted: ReplayWanted, now: Date): Promise<ReplayCount> {
  return inTransaction(tx, async (tx) => {
    await withRowLock(tx, tx.db.selectFrom('webhooks').select('id').where('id', '=', webhook.id)).execute();
    checkSendable(tx, found(await findAnyWebhook(tx, webhook.id), 'Webhook'));
    await refuseSecond(tx, webhook.id);
    const selection = await selectionOf(tx, webhook, wanted, now);
    const count = await countSelected(tx, selection);
    if (count.selected === 0) return count;
    const payload = payloadOfReplay({ selection, total: count.selected, done: 0 });
    const subject = replaySubject(webhook.id);
    await enqueue(tx, { kind: REPLAY, accountId: webhook.accountId, subject, payload }, now);
    return count;
  });
}

async function selectionOf(tx: Tx, { id }: WebhookRow, { upTo, ...wanted }: ReplayWanted, now: Date) {
  const last = await tx.db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  return { ...wanted, webhookId: id, upTo: Math.min(upTo ?? Infinity, last?.id ?? 0), until: now };
}

/** Two at a time would send again what the other one has just sent. */
async function refuseSecond(tx: Tx, webhookId: number): Promise<void> {
  const job = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('subject', '=', replaySubject(webhookId))
    .where('kind', '=', REPLAY)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (!job) return;
  throw new AppError('conflict', 'Replay under way', {
    detail: `deliveries of webhook ${webhookId} are being sent again already, by job ${job.id}: "parley jobs list --kind ${REPLAY}" shows how far it is`,
  });
}
