import type { Tx } from '../../../db/tx.ts';
import { json, withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { checkSendable } from '../check-sendable.ts';
import { findAnyWebhook } from '../queries.ts';
import { isReplayLane, reopenDeliveries } from './reopen-deliveries.ts';
import { payloadOfReplay, type Replay, replayOf } from './replay-job.ts';
import { nextSelected } from './selection.ts';

/** Lanes of what is sent again that may be due at the same time: those of new deliveries wait for no more than these. */
const MOST_DUE = 100;

/**
 * Makes the next deliveries of a job's replay due, as many as there is room for, and stores in the job how far it is: after
 * a kill it goes on there. Returns the replay then; null = nothing is left, or the webhook or the job is gone.
 * @throws AppError what `checkSendable` throws
 */
export function continueReplay(tx: Tx, jobId: number, now: Date): Promise<Replay | null> {
  return inTransaction(tx, async (tx) => {
    // As it is now: after its lease has ended, another process may have gone on with it.
    const pending = tx.db.selectFrom('jobs').select('payload').where('id', '=', jobId).where('status', '=', 'pending');
    const job = await withRowLock(tx, pending).executeTakeFirst();
    if (!job) return null;
    const replay = replayOf(job.payload);
    const webhook = await findAnyWebhook(tx, replay.selection.webhookId);
    if (!webhook) return null;
    checkSendable(tx, webhook);

    const free = MOST_DUE - (await countDueLanes(tx, webhook.id, now));
    if (free <= 0) return replay;
    const ids = await nextSelected(tx, replay.selection, free);
    const last = ids.at(-1);
    if (last === undefined) return null;
    const reopened = await reopenDeliveries(tx, webhook, ids, now);
    const after = { ...replay, selection: { ...replay.selection, from: last + 1 }, done: replay.done + reopened };
    await tx.db
      .updateTable('jobs')
      .set({ payload: json(payloadOfReplay(after)) })
      .where('id', '=', jobId)
      .execute();
    return after;
  });
}

/** The number of lanes that wait for an attempt or are under way, without lanes that wait for a retry. */
async function countDueLanes(tx: Tx, webhookId: number, now: Date): Promise<number> {
  const { count } = await tx.db
    .selectFrom('delivery_lanes')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('receiver_type', '=', 'Webhook')
    .where('receiver_id', '=', webhookId)
    .where(isReplayLane)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('held_by', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
