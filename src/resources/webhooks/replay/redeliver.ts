import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { AppError, found } from '../../../errors.ts';
import { checkSendable } from '../check-sendable.ts';
import { type DeliveryRow, findDelivery } from '../log/read-deliveries.ts';
import type { WebhookRow } from '../queries.ts';
import { reopenDeliveries } from './reopen-deliveries.ts';

/** The delivery to send again; `keptDays` is the setting `webhooks.keep_days`, for the error. */
export type Redelivered = { id: number; keptDays: number };

/**
 * Makes a finished delivery of the webhook due again, as `reopenDeliveries` does.
 * @throws AppError `not_found` when there is none, or none any more; `conflict` when it is not finished; what
 *   `checkSendable` throws
 */
export function redeliver(tx: Tx, webhook: WebhookRow, { id, keptDays }: Redelivered, now: Date): Promise<DeliveryRow> {
  return inTransaction(tx, async (tx) => {
    if (!(await findDelivery(tx, webhook.id, id))) throw notKept(keptDays);
    checkSendable(tx, webhook);
    const reopened = await reopenDeliveries(tx, webhook, [id], now);
    if (reopened === 0) throw notFinished();
    return found(await findDelivery(tx, webhook.id, id), 'Delivery');
  });
}

/** The same for deliveries that never were: it is not known any more which have been removed. */
function notKept(days: number): AppError {
  const kept = days === 0 ? '' : `; deliveries are removed ${days} days after they have ended (webhooks.keep_days)`;
  return new AppError('not_found', 'Delivery not found', { detail: `this webhook has no such delivery${kept}` });
}

function notFinished(): AppError {
  return new AppError('conflict', 'Delivery is not finished', {
    detail: 'it is due or under way, and tried again by itself: only what has ended is sent again',
  });
}
