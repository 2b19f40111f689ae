import { db, type EntityManager } from '../../db/orm.ts';
import { invalid } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/**
 * Whoever changes a password must know the one before.
 * @throws AppError `invalid`, "Invalid current password"
 */
export async function checkPassword(em: EntityManager, userId: number, given: string | undefined): Promise<void> {
  const { passwordHash } = await db(em)
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await passwordMatches(given ?? '', passwordHash))) {
    throw invalid('Invalid current password', 'current_password must be the password that is changed', [
      'current_password',
    ]);
  }
}
