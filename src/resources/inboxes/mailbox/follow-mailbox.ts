import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';

/** The settings that identify a mailbox. */
const PLACE = ['imap_address', 'imap_login'];

/**
 * Starts or ends the reading of an e-mail channel's mailbox, by its settings `before` (null = a new channel) and `after` a
 * change. The position of reading is kept only for the same mailbox.
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

/** Ends the lease, so that a process that reads the mailbox notices. */
const dueAt = (now: Date) => ({ due_at: now, leased_by: null, failures: 0, refusals: 0 });
