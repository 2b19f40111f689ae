import { db, type EntityManager } from '../../db/orm.ts';
import { AppError } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/** Who has proved to be a user, and by what: the hash of the password that was theirs then. */
export type Signer = { id: number; email: string; passwordHash: string };

/**
 * The user with this e-mail address and password. The answer takes as long, and is the same, whether nobody has the
 * address or the password is another.
 * @throws AppError `unauthorized`
 */
export async function findSigner(em: EntityManager, email: string, password: string): Promise<Signer> {
  const user = await db(em)
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
