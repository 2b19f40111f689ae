import type { Tx } from '../../db/tx.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Availability, Role } from '../../entities/account-user.ts';
import { invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import { ensureUser } from '../users/ensure-user.ts';

/** A person invited to work in the account. */
export type NewMember = {
  accountId: number;
  email: string;
  /** Their name until they accept; null = the part of the e-mail address before the @. */
  name: string | null;
  role: Role;
  availability: Availability;
  autoOffline: boolean;
  /** The user who invites them. */
  inviterId: number;
};

/**
 * Makes a person a member of the account and returns the user's id. Call it in a transaction. Until they accept, by
 * their first request in the account, they are shown as `member` says: the account must not learn whether the address
 * already belongs to a user, nor that user's name. A new user gets a mail with a link to choose a password, an existing
 * user a mail about the membership.
 * @throws AppError `invalid` when the person is a member already
 */
export async function addMember(tx: Tx, member: NewMember, now: Date): Promise<number> {
  const name = member.name ?? member.email.replace(/@.*/, '');
  const { user, isNewUser } = await ensureUser(tx, { name, email: member.email, passwordHash: null }, now);
  await tx.db
    .insertInto('account_users')
    .values({
      account_id: member.accountId,
      user_id: user.id,
      role: member.role,
      availability: member.availability,
      auto_offline: member.autoOffline,
      inviter_id: member.inviterId,
      invited_email: user.email,
      shown_name: name,
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(refuseMember);
  const payload = { user_id: user.id, inviter_id: member.inviterId };
  await enqueue(tx, { kind: isNewUser ? 'welcome' : 'invitation', accountId: member.accountId, payload }, now);
  return user.id;
}

function refuseMember(error: unknown): never {
  throw isUniqueViolation(error, 'account_users', 'user_id')
    ? invalidField('email', 'has already been taken by an agent of this account')
    : error;
}
