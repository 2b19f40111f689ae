import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkInbox } from './check-inbox.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import type { NewWebhook } from './create-webhook.ts';
import { webhookOf, type WebhookRow } from './queries.ts';
import { refuseSecondUrl } from './refuse-second-url.ts';
import { disableWebhook } from './deliveries/webhook-health.ts';

/** The changes; undefined leaves a value as it is. */
export type WebhookChanges = { [K in keyof NewWebhook]: NewWebhook[K] | undefined } & { enabled: boolean | undefined };

const DISABLED_BY_HAND = 'disabled by an administrator';

/**
 * Changes a webhook. Enabling it also clears its failures.
 * @throws AppError `invalid` for a URL that is taken or must not be sent to, `not_found` for the inbox, and when the
 *   webhook has been deleted
 */
export function updateWebhook(tx: Tx, webhook: WebhookRow, input: WebhookChanges, now: Date): Promise<WebhookRow> {
  if (input.url !== undefined) checkWebhookUrl('url', input.url, tx.installation);

  return inTransaction(tx, async (tx) => {
    if (typeof input.inboxId === 'number') await checkInbox(tx, webhook.accountId, input.inboxId);
    await tx.db
      .updateTable('webhooks')
      .set({
        url: input.url,
        name: input.name,
        subscriptions: input.subscriptions && json([...new Set(input.subscriptions)]),
        dialect: input.dialect,
        inbox_id: input.inboxId,
        updated_at: now,
        ...(input.enabled === true && {
          disabled_at: null,
          disabled_reason: null,
          failing_since: null,
          exhausted_count: 0,
        }),
      })
      .where('id', '=', webhook.id)
      .execute()
      .catch(refuseSecondUrl);
    if (input.enabled === false) await disableWebhook(tx, webhook.id, DISABLED_BY_HAND, now);
    return webhookOf(tx, webhook.accountId, webhook.id);
  });
}
