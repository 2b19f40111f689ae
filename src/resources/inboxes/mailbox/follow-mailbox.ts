import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';

/** The settings that say which mailbox it is. */
const PLACE = ['imap_address', 'imap_login'];

/**
 * Has the mailbox of an e-mail channel read from now on, with its settings `after` a change, or no longer. `before`: those
 * before it, null = the channel is new. What has been read counts only for the same mailbox.
 */
export async function followMailbox(
  tx: Tx,
  channelId: number,
  { before, after }: { before: Attributes | null; after: Attributes },
  now: Date,
): Promise<void> {
  if (after['imap_enabled'] !== true) {
    await tx.db.deleteFrom('mailboxes').where('channel_id', '=', channelId).execute();
    return;
  }
  const isOther = before !== null && PLACE.some((name) => before[name] !== after[name]);
  await tx.db
    .insertInto('mailboxes')
    .values({ channel_id: channelId, due_at: now })
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet({
        ...dueAt(now),
        ...(isOther && { uid_validity: null, last_uid: 0, first_uid: 0, since: null, read_at: null }),
      }),
    )
    .execute();
}

/** Has the channel's mailbox, if it has one, read now: with a new connection, and whatever went wrong before. */
export async function wakeMailbox(tx: Tx, channelId: number, now: Date): Promise<void> {
  await tx.db.updateTable('mailboxes').set(dueAt(now)).where('channel_id', '=', channelId).execute();
}

/** A process that reads it notices that the mailbox is no longer its own. */
const dueAt = (now: Date) => ({ due_at: now, leased_by: null, failures: 0, refusals: 0 });
