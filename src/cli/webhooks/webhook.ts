import type { App } from '../../app.ts';
import type { WebhookRow } from '../../resources/webhooks/queries.ts';
import { Failure } from '../failure.ts';

/** The webhook with this number, of whichever account. @throws Failure when there is none */
export async function webhookWith(app: App, id: number): Promise<WebhookRow> {
  const { findAnyWebhook } = await import('../../resources/webhooks/queries.ts');
  const webhook = await findAnyWebhook(app.tx(), id);
  if (webhook) return webhook;
  throw new Failure(
    `there is no webhook ${id}, or it was deleted: GET /api/v1/accounts/ID/webhooks lists those of an account`,
  );
}
