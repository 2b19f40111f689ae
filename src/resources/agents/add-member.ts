import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import type { Availability, Role } from '../../entities/account-user.ts';
import { invalidField } from '../../errors.ts';
import { enqueue } from '../../queue.ts';
import { ensureUser } from '../users/ensure-user.ts';

/** Somebody who is to work in the account. */
export type NewMember = {
  accountId: number;
  email: string;
  /** What they are called until they accept; null = what stands before the @. */
  name: string | null;
  role: Role;
  availability: Availability;
  autoOffline: boolean;
  /** The user who asks them in. */
  inviterId: number;
};

/**
 * Makes somebody a member of the account. Until they accept, by their first request in it, they are shown as `member` says:
 * the account must not learn whether the address is a user's already, and what that user is called elsewhere. A new user
 * gets a mail on how to choose a password, a known one a mail that tells them. Returns the user's id.
 * @throws AppError `invalid` for a member
 */
export async function addMember(em: EntityManager, member: NewMember, now: Date): Promise<number> {
  const name = member.name ?? member.email.replace(/@.*/, '');
  const { user, isNewUser } = await ensureUser(em, { name, email: member.email, passwordHash: null }, now);
  await db(em)
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
  await enqueue(em, { kind: isNewUser ? 'welcome' : 'invitation', accountId: member.accountId, payload }, now);
  return user.id;
}

function refuseMember(error: unknown): never {
  throw isUniqueViolation(error, 'account_users', 'user_id')
    ? invalidField('email', 'has already been taken by an agent of this account')
    : error;
}
