import { sql } from 'kysely';
import { channels } from '../../channels/find-channel.ts';
import { providerOf } from '../../channels/providers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockSendings, queueNext, SENDING_KINDS, subjectOf, type Waiting } from './plan-sending.ts';

/** Contact inboxes in one go. */
const MOST = 100;
/** In others, messages follow their contact by mail, collected by a job of their conversation (../continuity/). */
const SENDING_TYPES = Object.values(channels)
  .filter(({ external }) => external)
  .map(({ type }) => type);

/** Whether messages wait to be sent, with a job or without. Read at once, unlike what follows. */
export async function isAnySendingWaiting(tx: Tx): Promise<boolean> {
  const queued = tx.db.selectFrom('sendings').select('id').where('status', '=', 'queued').limit(1);
  return (await queued.executeTakeFirst()) !== undefined;
}

/**
 * The contact inboxes for which messages wait without a job that sends them, as after a job has been deleted, or has ended
 * the process each time; a hundred at most.
 */
export async function findLeftSendings(tx: Tx, most = MOST): Promise<Waiting[]> {
  const left = await tx.aside.db
    .selectFrom('sendings as s')
    .innerJoin('inboxes as i', 'i.id', 's.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(['s.account_id as accountId', 's.contact_inbox_id as contactInboxId', 'ch.type', 'ch.settings'])
    .where('s.status', '=', 'queued')
    .where('ch.type', 'in', SENDING_TYPES)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('jobs as j')
            .select('j.id')
            .where('j.subject', '=', sql<string>`${sql.lit(subjectOf(''))} || s.contact_inbox_id`)
            .where('j.kind', 'in', SENDING_KINDS)
            .where('j.status', '=', 'pending'),
        ),
      ),
    )
    .orderBy('s.id')
    .limit(most)
    .execute();
  return left.flatMap(({ accountId, contactInboxId, type, settings }) => {
    const provider = providerOf(type, settings);
    return provider === null ? [] : [{ accountId, contactInboxId, provider }];
  });
}

/** Queues a job for the messages that wait, unless there is one now. */
export function resumeSending(tx: Tx, waiting: Waiting, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockSendings(tx, waiting.contactInboxId);
    await queueNext(tx, waiting, now);
  });
}
