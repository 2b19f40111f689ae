import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { type AppError, invalid, unauthorized } from '../../errors.ts';
import { passwordMatches } from '../../secrets.ts';

/**
 * Checks the password that the user has given (undefined = none) before a change of how they sign in, because others may
 * have obtained a token or session. Returns the hash that it was checked against, for `lockPassword`; `field` is where it was given.
 * @throws AppError `invalid`, "Invalid current password"; `unauthorized` when the user has been deleted
 */
export async function checkPassword(
  tx: Tx,
  userId: number,
  given: string | undefined,
  field = 'current_password',
): Promise<string> {
  const { passwordHash } = await tx.db
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => unauthorized());
  if ((await passwordMatches(given ?? '', passwordHash)) && passwordHash !== null) return passwordHash;
  throw wrongPassword(
    passwordHash === null
      ? 'you have no password yet: ask for a link to choose one with POST /auth/password, then come back with it'
      : `${field} must be the password that you sign in with until now`,
    field,
  );
}

/**
 * Locks the user until the end of the transaction.
 * @throws AppError `invalid`, "Invalid current password", when the password has been changed since it was checked
 */
export async function lockPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  const user = tx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash);
  if (await withRowLock(tx, user).executeTakeFirst()) return;
  throw wrongPassword('the password has been changed meanwhile');
}

function wrongPassword(detail: string, field = 'current_password'): AppError {
  return invalid('Invalid current password', detail, [field]);
}
