import type { App } from '../../app.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { whatsapp } from '../../channels/whatsapp/settings.ts';
import type { Tx } from '../../db/tx.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { queueSync } from '../../resources/inboxes/whatsapp/sync-templates.ts';

/** Whether there is any WhatsApp inbox. */
export async function isAnyWhatsapp(tx: Tx): Promise<boolean> {
  const any = await tx.db
    .selectFrom('channels')
    .select('id')
    .where('type', '=', 'whatsapp')
    .limit(1)
    .executeTakeFirst();
  return any !== undefined;
}

/** Queues a job for each WhatsApp inbox that can send, because services do not tell of new templates. */
export async function syncAllTemplates(app: App, now: Date): Promise<void> {
  const inboxes = await app
    .tx()
    .db.selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(isActiveInbox('i'))
    .select(['i.id', 'i.account_id as accountId', 'ch.settings', 'ch.sealed_secrets as sealed'])
    .where('ch.type', '=', 'whatsapp')
    .execute();
  for (const { id, accountId, settings, sealed } of inboxes) {
    const isReady = whatsapp.obstacle({ settings }, openSecrets(app.tx(), sealed), false) === null;
    if (isReady) await queueSync(app.tx(), accountId, { id }, now);
  }
}
