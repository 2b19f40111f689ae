import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { askForMember } from '../../conversations/assignment/inboxes-that-wait.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Availability } from '../../entities/account-user.ts';
import { notFound } from '../../errors.ts';
import { checkMayAccept } from '../../records/access/may-accept.ts';
import type { Member } from '../../records/user.ts';

/** The changes; undefined leaves a value as it is. */
export type MembershipChanges = { availability?: Availability; autoOffline?: boolean; activeAt?: Date };

/**
 * Changes the user's availability or activity in one account, and accepts the invitation to it if one is open; the
 * account of the last activity is the current one.
 * @throws AppError `not_found`, "Account not found", for an account in which they do not work; `access_denied` when they may
 *   not accept (`mayAccept`)
 */
export async function updateMembership(tx: Tx, membership: Member, input: MembershipChanges, now: Date): Promise<void> {
  await inTransaction(tx, async (tx) => {
    await checkMayAccept(tx, membership);
    await update(tx, membership, input, now);
  });
  // In a transaction of its own, because the removal of a member takes the lock for it before it locks the membership.
  if (input.availability === 'online' || input.autoOffline === false) await askForMember(tx, membership, now);
}

async function update(tx: Tx, membership: Member, input: MembershipChanges, now: Date): Promise<void> {
  const updated = await tx.db
    .updateTable('account_users')
    .set({
      availability: input.availability,
      auto_offline: input.autoOffline,
      active_at: input.activeAt,
      // This accepts an invitation: the account then shows the user's own name and address.
      invited_email: null,
      shown_name: sql`case when invited_email is null then shown_name end`,
      updated_at: now,
    })
    .where('account_id', '=', membership.accountId)
    .where('user_id', '=', membership.userId)
    .executeTakeFirst();
  if (Number(updated.numUpdatedRows) === 0) throw notFound('Account');
}
