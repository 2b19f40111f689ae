import { iso } from '../../time.ts';
import type { WebhookRow } from './queries.ts';

/** A webhook as administrators, and nobody else, see it: with its secret. */
export function presentWebhook(webhook: WebhookRow) {
  return {
    id: webhook.id,
    account_id: webhook.accountId,
    url: webhook.url,
    name: webhook.name,
    subscriptions: webhook.subscriptions,
    inbox_id: webhook.inboxId,
    inbox: webhook.inboxId === null ? null : { id: webhook.inboxId, name: webhook.inboxName },
    secret: webhook.secret,
    enabled: webhook.disabledAt === null,
    disabled_at: iso(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    loop_stopped_at: iso(webhook.loopStoppedAt),
    loop_conversation_id: webhook.loopConversationId,
  };
}

/** What creating and changing one answers: the webhook, and again where Chatwoot's clients look for it. */
export function presentWrittenWebhook(row: WebhookRow) {
  const webhook = presentWebhook(row);
  return { ...webhook, payload: { webhook } };
}
