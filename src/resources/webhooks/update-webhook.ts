import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkInbox } from './check-inbox.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import type { NewWebhook } from './create-webhook.ts';
import { findWebhook, type WebhookRow } from './queries.ts';
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
export function updateWebhook(
  em: EntityManager,
  webhook: WebhookRow,
  input: WebhookChanges,
  now: Date,
): Promise<WebhookRow> {
  if (input.url !== undefined) checkWebhookUrl('url', input.url, installationOf(em).allowedNetworks);

  return inTransaction(em, async (em) => {
    if (typeof input.inboxId === 'number') await checkInbox(em, webhook.accountId, input.inboxId);
    await db(em)
      .updateTable('webhooks')
      .set({
        url: input.url,
        name: input.name,
        subscriptions: input.subscriptions && json([...new Set(input.subscriptions)]),
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
    if (input.enabled === false) await disableWebhook(em, webhook.id, DISABLED_BY_HAND, now);
    return found(await findWebhook(em, webhook.accountId, webhook.id), 'Webhook');
  });
}
