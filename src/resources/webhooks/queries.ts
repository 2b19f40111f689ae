import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';

/** A webhook with its signing secret, in the clear. */
export type WebhookRow = ReturnType<typeof toWebhook>;

/** The account's webhooks, oldest first; one page, or all with `page` null. */
export async function listWebhooks(em: EntityManager, accountId: number, page: Range | null): Promise<WebhookRow[]> {
  const rows = await paged(selectWebhooks(em).where('w.account_id', '=', accountId).orderBy('w.id'), page).execute();
  return rows.map((row) => toWebhook(em, row));
}

/** The account's webhook with this id; null when there is none. */
export async function findWebhook(em: EntityManager, accountId: number, id: number): Promise<WebhookRow | null> {
  const row = await selectWebhooks(em).where('w.account_id', '=', accountId).where('w.id', '=', id).executeTakeFirst();
  return row ? toWebhook(em, row) : null;
}

/** The webhook with this id, which must exist. */
export async function readWebhook(em: EntityManager, id: number): Promise<WebhookRow> {
  return toWebhook(em, await selectWebhooks(em).where('w.id', '=', id).executeTakeFirstOrThrow());
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number];

function selectWebhooks(em: EntityManager) {
  return db(em)
    .selectFrom('webhooks as w')
    .leftJoin('inboxes as i', 'i.id', 'w.inbox_id')
    .select([
      'w.id',
      'w.account_id as accountId',
      'w.url',
      'w.name',
      'w.subscriptions',
      'w.sealed_secret as sealedSecret',
      'w.disabled_at as disabledAt',
      'w.disabled_reason as disabledReason',
      'w.loop_stopped_at as loopStoppedAt',
      'w.loop_conversation_id as loopConversationId',
      'i.id as inboxId',
      'i.name as inboxName',
    ]);
}

function toWebhook(em: EntityManager, { sealedSecret, ...row }: Selected) {
  return { ...row, secret: installationOf(em).vault.open(sealedSecret) };
}
