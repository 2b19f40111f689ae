import { installationOf } from '../../db/installation.ts';
import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { fingerprintOf, invalidToken, openPasswordToken, type PasswordHolder } from './password-token.ts';

/** The user with this id or e-mail address; null = there is none. */
export async function findPasswordHolder(
  em: EntityManager,
  by: { id: number } | { email: string },
): Promise<(PasswordHolder & { name: string }) | null> {
  const row = await db(em)
    .selectFrom('users')
    .where((eb) => eb.and(by))
    .select(['id', 'name', 'email', 'password_hash as passwordHash'])
    .executeTakeFirst();
  return row ?? null;
}

/** The user whose password can be chosen with the token. @throws AppError `invalid`, "Invalid token" */
export async function findByPasswordToken(em: EntityManager, token: string, now: Date): Promise<PasswordHolder> {
  const { userId, fingerprint } = openPasswordToken(installationOf(em).vault, token, now);
  const holder = await findPasswordHolder(em, { id: userId });
  if (!holder || fingerprintOf(holder) !== fingerprint) throw invalidToken();
  return holder;
}

/**
 * Locks the user until the end of the transaction.
 * @throws AppError `invalid`, "Invalid token", when password or address have changed
 */
export async function lockUnchanged(em: EntityManager, holder: PasswordHolder): Promise<void> {
  const user = db(em)
    .selectFrom('users')
    .where('id', '=', holder.id)
    .select(['id', 'email', 'password_hash as passwordHash']);
  const row = await withRowLock(em, user).executeTakeFirst();
  if (!row || fingerprintOf(row) !== fingerprintOf(holder)) throw invalidToken();
}
