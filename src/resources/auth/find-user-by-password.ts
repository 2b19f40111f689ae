import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/** A user who has given the right password, with the hash that it was checked against. */
export type CheckedUser = { id: number; email: string; passwordHash: string };

/**
 * The user with this e-mail address and password. The answer and its time are the same for an unknown address and a
 * wrong password.
 * @throws AppError `unauthorized`, also for a user who signs in at the SAML provider of an account
 */
export async function findUserByPassword(tx: Tx, email: string, password: string): Promise<CheckedUser> {
  const user = await tx.db
    .selectFrom('users as u')
    .leftJoin('saml_users as s', 's.user_id', 'u.id')
    .leftJoin('saml_settings as p', 'p.account_id', 's.account_id')
    .select(['u.id', 'u.email', 'u.password_hash as passwordHash', 'p.id as providerId'])
    .where('u.email', '=', email)
    .executeTakeFirst();
  const matches = await passwordMatches(password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !matches) throw wrongCredentials();
  if (user.providerId !== null) throw wrongCredentials('Sign in at the identity provider of your account.');
  return { id: user.id, email: user.email, passwordHash: user.passwordHash };
}

export function wrongCredentials(detail = 'Invalid login credentials. Please try again.'): AppError {
  return new AppError('unauthorized', 'Unauthorized', { detail });
}
