import { jsonHas } from '../db/dialect.ts';
import type { Tx } from '../db/tx.ts';
import type { RecordedEventType } from '../entities/event.ts';
import type { InboxRecord } from '../records/inbox.ts';

/**
 * Whether anybody receives events of this type in the inbox: a webhook that is switched on, the inbox's own address, or its bot, if
 * that has an address.
 */
export async function isHeard(tx: Tx, type: RecordedEventType, inbox: InboxRecord): Promise<boolean> {
  if (inbox.webhookUrl !== null) return true;
  const webhook = await tx.db
    .selectFrom('webhooks as w')
    .select('w.id')
    .where('w.account_id', '=', inbox.account.id)
    .where('w.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('w.inbox_id', 'is', null), eb('w.inbox_id', '=', inbox.id)]))
    .where((eb) => jsonHas(tx, 'w.subscriptions', eb.val(type)))
    .limit(1)
    .executeTakeFirst();
  if (webhook || inbox.agentBotId === null) return webhook !== undefined;
  const bot = await tx.db
    .selectFrom('agent_bots')
    .select('id')
    .where('id', '=', inbox.agentBotId)
    .where('outgoing_url', 'is not', null)
    .executeTakeFirst();
  return bot !== undefined;
}
