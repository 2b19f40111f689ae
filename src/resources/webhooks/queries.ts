import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { found } from '../../errors.ts';

/** A webhook with its signing secret, in the clear. */
export type WebhookRow = ReturnType<typeof toWebhook>;

/** The account's webhooks by id; one page, or all with `page` null. */
export async function listWebhooks(tx: Tx, accountId: number, page: Rows | null): Promise<WebhookRow[]> {
  const rows = await paged(selectWebhooks(tx).where('w.account_id', '=', accountId).orderBy('w.id'), page).execute();
  return rows.map((row) => toWebhook(tx, row));
}

/** The account's webhook with this id; null when there is none. */
export async function findWebhook(tx: Tx, accountId: number, id: number): Promise<WebhookRow | null> {
  const row = await selectWebhooks(tx).where('w.account_id', '=', accountId).where('w.id', '=', id).executeTakeFirst();
  return row ? toWebhook(tx, row) : null;
}

/** The account's webhook with this id. @throws AppError `not_found`, "Webhook not found" */
export async function webhookOf(tx: Tx, accountId: number, id: number): Promise<WebhookRow> {
  return found(await findWebhook(tx, accountId, id), 'Webhook');
}

/** The webhook with this id, of whichever account; null when there is none. */
export async function findAnyWebhook(tx: Tx, id: number): Promise<WebhookRow | null> {
  const row = await selectWebhooks(tx).where('w.id', '=', id).executeTakeFirst();
  return row ? toWebhook(tx, row) : null;
}

/** The webhook with this id, which must exist. */
export async function readWebhook(tx: Tx, id: number): Promise<WebhookRow> {
  return toWebhook(tx, await selectWebhooks(tx).where('w.id', '=', id).executeTakeFirstOrThrow());
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number];

function selectWebhooks(tx: Tx) {
  return tx.db
    .selectFrom('webhooks as w')
    .leftJoin('inboxes as i', 'i.id', 'w.inbox_id')
    .select([
      'w.id',
      'w.account_id as accountId',
      'w.url',
      'w.name',
      'w.subscriptions',
      'w.dialect',
      'w.sealed_secret as sealedSecret',
      'w.previous_secret_until as previousSecretUntil',
      'w.disabled_at as disabledAt',
      'w.disabled_reason as disabledReason',
      'w.failing_since as failingSince',
      'w.loop_stopped_at as loopStoppedAt',
      'w.loop_conversation_id as loopConversationId',
      'i.id as inboxId',
      'i.name as inboxName',
    ]);
}

function toWebhook(tx: Tx, { sealedSecret, ...row }: Selected) {
  return { ...row, secret: tx.installation.vault.open(sealedSecret) };
}
