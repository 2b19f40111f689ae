import type { Known } from '../../../channels/email/imap/position.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { isActiveInbox } from '../../../records/active-inboxes.ts';

/** A mailbox that this process reads, until it stops or its lease ends. */
export type ClaimedMailbox = Claim & {
  accountId: number;
  inboxId: number;
  channelId: number;
  known: Known;
  failures: number;
  refusals: number;
};

/** The part that identifies the claim. */
export type Claim = { id: number; leasedBy: string };

/**
 * Claims up to `most` mailboxes due at `now`, the longest due first. Other processes can claim them after `leaseEnd`, for
 * the case of a crash. `leasedBy` must be unique to each call.
 */
export function claimMailboxes(
  tx: Tx,
  most: number,
  leasedBy: string,
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedMailbox[]> {
  return inTransaction(tx, async (tx) => {
    const due = await longestDue(tx, most, now);
    if (due.length > 0) {
      await tx.db
        .updateTable('mailboxes')
        .set({ leased_by: leasedBy, due_at: leaseEnd })
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute();
    }
    return due.map((row) => claimed(row, leasedBy));
  });
}

function longestDue(tx: Tx, most: number, now: Date) {
  const due = tx.db
    .selectFrom('mailboxes as b')
    .innerJoin('inboxes as i', 'i.channel_id', 'b.channel_id')
    .select(['b.id', 'i.account_id as accountId', 'i.id as inboxId', 'b.channel_id as channelId'])
    .select(['b.uid_validity as uidValidity', 'b.last_uid as lastUid', 'b.first_uid as firstUid', 'b.since'])
    .select(['b.read_at as readAt', 'b.failures', 'b.refusals'])
    .where('b.due_at', '<=', now)
    .where(isActiveInbox('i'))
    .orderBy('b.due_at')
    .limit(most);
  // Only these rows are locked, and those that another process claims are left out. SQLite has one writer.
  return (tx.isPostgres ? due.forUpdate('b').skipLocked() : due).execute();
}

type Due = Awaited<ReturnType<typeof longestDue>>[number];

function claimed(row: Due, leasedBy: string): ClaimedMailbox {
  const { uidValidity, lastUid, firstUid, since, readAt, ...rest } = row;
  const isRead = uidValidity !== null && since !== null;
  return { ...rest, leasedBy, known: { position: isRead ? { uidValidity, lastUid, firstUid, since } : null, readAt } };
}

/** The ids of mailboxes that this process still holds; other claims have ended, or their channel or inbox has changed. */
export async function heldMailboxes(tx: Tx, claims: readonly Claim[]): Promise<Set<number>> {
  if (claims.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('mailboxes as b')
    .innerJoin('inboxes as i', 'i.channel_id', 'b.channel_id')
    .select(['b.id', 'b.leased_by as leasedBy'])
    .where(
      'b.id',
      'in',
      claims.map(({ id }) => id),
    )
    .where(isActiveInbox('i'))
    .execute();
  const holders = new Map(rows.map(({ id, leasedBy }) => [id, leasedBy]));
  return new Set(claims.filter(({ id, leasedBy }) => holders.get(id) === leasedBy).map(({ id }) => id));
}

/** Extends the leases until `leaseEnd`, except those that this process no longer holds. */
export async function renewMailboxes(tx: Tx, claims: readonly Claim[], leaseEnd: Date): Promise<void> {
  for (const [leasedBy, ids] of Map.groupBy(claims, (claim) => claim.leasedBy)) {
    await tx.db
      .updateTable('mailboxes')
      .set({ due_at: leaseEnd })
      .where(
        'id',
        'in',
        ids.map(({ id }) => id),
      )
      .where('leased_by', '=', leasedBy)
      .execute();
  }
}

/** Gives back what was claimed under this name, if anything, after the answer to the commit of the claim was lost. */
export async function giveBackMailboxes(tx: Tx, leasedBy: string, now: Date): Promise<void> {
  await tx.db
    .updateTable('mailboxes')
    .set({ leased_by: null, due_at: now })
    .where('leased_by', '=', leasedBy)
    .execute();
}

/** Makes all claimed mailboxes due, for when the processes that have claimed them have ended. */
export async function giveBackAllMailboxes(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .updateTable('mailboxes')
    .set({ leased_by: null, due_at: now })
    .where('leased_by', 'is not', null)
    .execute();
}
