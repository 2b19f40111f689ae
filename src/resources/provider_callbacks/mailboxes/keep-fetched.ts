import { type MailEvent, mailEvent, missingMailEvent } from '../../../channels/email/mail-event.ts';
import type { FetchedMail } from '../../../channels/email/imap/aside/protocol.ts';
import type { Position } from '../../../channels/email/imap/position.ts';
import type { RawEvent } from '../../../channels/receiving/receiver.ts';
import { storeEvents } from '../../../conversations/receiving/keep-events.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { withSpooled } from '../../../storage/with-spooled.ts';
import { withMailFiles } from '../with-mail-files.ts';
import type { Claim, ClaimedMailbox } from './claim-mailboxes.ts';

/** The mailbox is no longer this process's to read. */
export class LostMailbox extends Error {}

/**
 * Stores raw mails of the mailbox, and the new reading position in the same transaction. A mail that is already stored, even
 * from another source, is not stored again.
 * @throws LostMailbox; AppError `storage_full` when there is no space for the account
 */
export async function keepFetched(
  tx: Tx,
  dataDir: string,
  mailbox: ClaimedMailbox,
  mails: readonly FetchedMail[],
  position: Position,
  now: Date,
): Promise<void> {
  await tx.installation.space.check(mailbox.accountId, 'anonymous');
  const given = mails.flatMap(({ bytes }) => (bytes === null ? [] : [[bytes]]));
  await withSpooled(dataDir, given, async (paths) => {
    const inFiles: MailEvent[] = [];
    for (const path of paths) inFiles.push(await mailEvent(path));
    await withMailFiles(tx, dataDir, inFiles, (stored) => {
      const events = inOrder(mails, stored, position);
      return inTransaction(tx, async (tx) => {
        await storeEvents(tx, mailbox, events, now);
        await movePosition(tx, mailbox, position, {});
      });
    });
  });
}

/** The events in the order of the mailbox; `stored`: the events of the mails that the server handed out. */
function inOrder(mails: readonly FetchedMail[], stored: readonly RawEvent[], { uidValidity }: Position): RawEvent[] {
  const next = stored.values();
  return mails.flatMap(({ uid, bytes }) =>
    bytes === null ? [missingMailEvent(`${uidValidity}/${uid}`)] : (next.next().value ?? []),
  );
}

/** Stores that there was nothing more to read in the mailbox. @throws LostMailbox */
export async function noteRead(tx: Tx, mailbox: Claim, position: Position, now: Date): Promise<void> {
  await movePosition(tx, mailbox, position, { read_at: now, failures: 0, refusals: 0 });
}

async function movePosition(
  tx: Tx,
  { id, leasedBy }: Claim,
  { uidValidity, lastUid, firstUid, since }: Position,
  more: { read_at?: Date; failures?: number; refusals?: number },
): Promise<void> {
  const moved = await tx.db
    .updateTable('mailboxes')
    .set({ uid_validity: uidValidity, last_uid: lastUid, first_uid: firstUid, since, ...more })
    .where('id', '=', id)
    .where('leased_by', '=', leasedBy)
    .executeTakeFirst();
  if (Number(moved.numUpdatedRows) === 0) throw new LostMailbox('the mailbox is no longer read by this process');
}

/** When a mailbox is read next after its reading has ended, null = not until its channel changes; and what failed in a row. */
export type EndedReading = { dueAt: Date | null; failures: number; refusals: number };

/** Gives the mailbox back; nothing when this process no longer holds it. */
export async function endReading(
  tx: Tx,
  { id, leasedBy }: Claim,
  { dueAt, failures, refusals }: EndedReading,
): Promise<void> {
  await tx.db
    .updateTable('mailboxes')
    .set({ leased_by: null, due_at: dueAt, failures, refusals })
    .where('id', '=', id)
    .where('leased_by', '=', leasedBy)
    .execute();
}
