import type { Tx } from '../../db/tx.ts';
import type { Availability, Role } from '../../entities/account-user.ts';
import { enqueue } from '../../queue.ts';

/** An invitation of a user to an account. */
export type NewInvitation = {
  accountId: number;
  user: { id: number; email: string };
  isNewUser: boolean;
  /** Their name until they accept; null = the part of the e-mail address before the @. */
  name: string | null;
  role: Role;
  availability: Availability;
  autoOffline: boolean;
  /** The user who invites them; null = a program. */
  inviterId: number | null;
};

/**
 * Makes the user a member of the account, which is open until they accept it by their first request in the account. Until
 * then they are shown as the invitation says: the account must not learn whether the address already belonged to a
 * user, nor that user's name. A new user gets a mail with a link to choose a password, an existing user a mail about
 * the membership. Returns false, without a change, for a user who is a member already. Call it in a transaction.
 */
export async function inviteUser(tx: Tx, invitation: NewInvitation, now: Date): Promise<boolean> {
  const { accountId, user, inviterId } = invitation;
  const added = await tx.db
    .insertInto('account_users')
    .values({
      account_id: accountId,
      user_id: user.id,
      role: invitation.role,
      availability: invitation.availability,
      auto_offline: invitation.autoOffline,
      inviter_id: inviterId,
      invited_email: user.email,
      shown_name: invitation.name ?? user.email.replace(/@.*/, ''),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return false;
  const payload = { user_id: user.id, inviter_id: inviterId };
  await enqueue(tx, { kind: invitation.isNewUser ? 'welcome' : 'invitation', accountId, payload }, now);
  return true;
}
