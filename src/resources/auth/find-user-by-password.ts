import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/** A user who has given the right password, with the hash that it was checked against. */
export type CheckedUser = { id: number; email: string; passwordHash: string };

/**
 * The user with this e-mail address and password. The answer and its time are the same for an unknown address and a
 * wrong password.
 * @throws AppError `unauthorized`
 */
export async function findUserByPassword(tx: Tx, email: string, password: string): Promise<CheckedUser> {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst();
  const matches = await passwordMatches(password, user?.passwordHash ?? null);
  if (!user?.passwordHash || !matches) throw wrongCredentials();
  return { id: user.id, email: user.email, passwordHash: user.passwordHash };
}

export function wrongCredentials(): AppError {
  return new AppError('unauthorized', 'Unauthorized', { detail: 'Invalid login credentials. Please try again.' });
}
