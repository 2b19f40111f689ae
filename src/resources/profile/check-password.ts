import { db, type EntityManager } from '../../db/orm.ts';
import { invalid } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/**
 * Whoever changes what a user signs in with must know the password: a token or a session may be in other hands.
 * @throws AppError `invalid`, "Invalid current password"
 */
export async function checkPassword(em: EntityManager, userId: number, given: string | undefined): Promise<void> {
  const { passwordHash } = await db(em)
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (await passwordMatches(given ?? '', passwordHash)) return;
  const detail =
    passwordHash === null
      ? 'you have no password yet: ask for a link to choose one with POST /auth/password, then come back with it'
      : 'current_password must be the password that you sign in with until now';
  throw invalid('Invalid current password', detail, ['current_password']);
}
