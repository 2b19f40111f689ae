import type { Tx } from '../../db/tx.ts';
import type { Availability, Role } from '../../entities/account-user.ts';
import { invalidField } from '../../errors.ts';
import { inviteUser } from '../account_users/invite-user.ts';
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
  /** The user who invites them; null = the operator. */
  inviterId: number | null;
};

/**
 * Invites a person to the account as `inviteUser` does, and returns the user's id. Call it in a transaction.
 * @throws AppError `invalid` when the person is a member already
 */
export async function addMember(tx: Tx, member: NewMember, now: Date): Promise<number> {
  const name = member.name ?? member.email.replace(/@.*/, '');
  const ensured = await ensureUser(tx, { name, email: member.email, isProved: false, passwordHash: null }, now);
  if (await inviteUser(tx, { ...member, ...ensured }, now)) return ensured.user.id;
  throw invalidField('email', 'has already been taken by an agent of this account');
}
