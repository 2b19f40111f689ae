import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { json } from '../../db/dialect.ts';
import type { Dialect } from '../../dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { EventType } from '../../entities/event.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { checkInbox } from './check-inbox.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { readWebhook, type WebhookRow } from './queries.ts';
import { refuseSecondUrl } from './refuse-second-url.ts';

export type NewWebhook = {
  url: string;
  name: string | null;
  subscriptions: EventType[];
  /** How events are told to it; null = as the setting says. */
  dialect: Dialect | null;
  /** Null = events of every inbox. */
  inboxId: number | null;
};

/** The default subscriptions: all events except those of typing and of inboxes. */
export const DEFAULT_SUBSCRIPTIONS: EventType[] = [
  'conversation_status_changed',
  'conversation_updated',
  'conversation_created',
  'contact_created',
  'contact_updated',
  'message_created',
  'message_updated',
  'webwidget_triggered',
];

/**
 * Adds a webhook to the account, with its own signing secret.
 * @throws AppError `invalid` for a URL that is taken or must not be sent to, `not_found` for the inbox
 */
export function createWebhook(tx: Tx, account: AccountRecord, input: NewWebhook, now: Date): Promise<WebhookRow> {
  const { vault } = tx.installation;
  checkWebhookUrl('url', input.url, tx.installation);

  return inTransaction(tx, async (tx) => {
    if (input.inboxId !== null) await checkInbox(tx, account.id, input.inboxId);
    const { id } = await tx.db
      .insertInto('webhooks')
      .values({
        account_id: account.id,
        inbox_id: input.inboxId,
        url: input.url,
        name: input.name,
        subscriptions: json([...new Set(input.subscriptions)]),
        dialect: input.dialect,
        sealed_secret: vault.seal(newWebhookSecret()),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondUrl);
    return readWebhook(tx, id);
  });
}
