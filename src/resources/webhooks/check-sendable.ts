import type { Tx } from '../../db/tx.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { AppError } from '../../errors.ts';
import type { WebhookRow } from './queries.ts';

/**
 * Refuses a webhook to which nothing would be sent: what is due to a disabled one is cancelled, and a private address
 * is refused at each attempt.
 * @throws AppError `conflict`, "Webhook is disabled", or `invalid` when its address is not allowed any more
 */
export function checkSendable(tx: Tx, { disabledAt, url }: Pick<WebhookRow, 'disabledAt' | 'url'>): void {
  if (disabledAt !== null) {
    throw new AppError('conflict', 'Webhook is disabled', {
      detail: 'what is due to a disabled webhook is cancelled: enable it first',
    });
  }
  checkWebhookUrl('url', url, tx.installation);
}
