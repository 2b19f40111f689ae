import type { App } from '../../app.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { isReadyForTemplates } from '../../channels/whatsapp/message-templates.ts';
import type { Tx } from '../../db/tx.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { queueSync } from '../../resources/inboxes/whatsapp/sync-templates.ts';
import { logFailure } from '../queue/log-failure.ts';

/** Channels that may have templates: WhatsApp numbers, also at Twilio. */
const KINDS = ['whatsapp', 'sms'] as const;

/** Whether there is any inbox that may have templates. */
export async function mayAnyHaveTemplates(tx: Tx): Promise<boolean> {
  const any = await tx.db.selectFrom('channels').select('id').where('type', 'in', KINDS).limit(1).executeTakeFirst();
  return any !== undefined;
}

/** Queues a job for each inbox that has templates and can send, because providers do not tell of new ones. */
export async function syncAllTemplates(app: App, now: Date): Promise<void> {
  const inboxes = await app
    .tx()
    .db.selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(isActiveInbox('i'))
    .select(['i.id', 'i.account_id as accountId', 'ch.type', 'ch.settings', 'ch.sealed_secrets as sealed'])
    .where('ch.type', 'in', KINDS)
    .execute();
  for (const { id, accountId, type, settings, sealed } of inboxes) {
    try {
      const isReady = isReadyForTemplates({ type, settings }, openSecrets(app.tx(), sealed));
      if (isReady) await queueSync(app.tx(), accountId, { id }, now);
    } catch (error) {
      // Secrets that cannot be read, say: other inboxes go on.
      logFailure(app.log, error, 'cannot ask for the message templates of an inbox', { inbox: id });
    }
  }
}
