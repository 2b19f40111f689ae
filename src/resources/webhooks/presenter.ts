import { withoutUserInfo } from '../../addresses.ts';
import type { Differences } from '../../dialect.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { WebhookList, webhookShape, writtenWebhookShape } from './answers.ts';
import type { WebhookRow } from './queries.ts';
import { previousSecretEnd } from './secret/previous-secret-end.ts';

export function presentWebhooks(
  rows: WebhookRow[],
  { wrapsWebhooks }: Differences,
  now: Date,
  sight: { withSecret: boolean },
): WebhookList {
  const webhooks = rows.map((row) => presentWebhook(row, now, sight));
  return wrapsWebhooks ? { payload: { webhooks } } : webhooks;
}

/** A webhook at `now`; unless `withSecret`, its secret is left out, and a user and a password in its address. */
export function presentWebhook(
  webhook: WebhookRow,
  now: Date,
  { withSecret }: { withSecret: boolean },
): Shown<typeof webhookShape> {
  const { inboxId, inboxName } = webhook;
  return {
    id: webhook.id,
    account_id: webhook.accountId,
    url: withSecret ? webhook.url : withoutUserInfo(webhook.url),
    name: webhook.name,
    subscriptions: webhook.subscriptions,
    dialect: webhook.dialect,
    inbox_id: inboxId,
    inbox: inboxId === null || inboxName === null ? null : { id: inboxId, name: inboxName },
    ...(withSecret && { secret: webhook.secret }),
    previous_secret_until: iso(previousSecretEnd(webhook, now)),
    enabled: webhook.disabledAt === null,
    disabled_at: iso(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    loop_stopped_at: iso(webhook.loopStoppedAt),
    loop_conversation_id: webhook.loopConversationId,
  };
}

/** The answer to creating or changing a webhook: the webhook, repeated where Chatwoot's clients look for it. */
export function presentWrittenWebhook(row: WebhookRow, now: Date): Shown<typeof writtenWebhookShape> {
  const webhook = presentWebhook(row, now, { withSecret: true });
  return { ...webhook, secret: row.secret, payload: { webhook } };
}
