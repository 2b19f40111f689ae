import { askForMember } from '../../conversations/assignment/inboxes-that-wait.ts';
import type { Tx } from '../../db/tx.ts';
import { SIGN_MS } from '../../presence/durations.ts';
import { notePresence } from '../../presence/note-presence.ts';
import type { Member } from '../../records/user.ts';

/** Stores that the user works in the account now, which makes them online for `SIGN_MS` also without a socket. */
export async function updateActiveAt(tx: Tx, member: Member, now: Date): Promise<void> {
  const { accountId, userId } = member;
  await tx.db
    .updateTable('account_users')
    .set({ active_at: now })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await notePresence(tx, { accountId, userIds: [userId], contactIds: [] }, new Date(now.getTime() + SIGN_MS));
  await askForMember(tx, member, now);
}
