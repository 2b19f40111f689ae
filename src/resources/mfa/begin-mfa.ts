import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalid, unauthorized } from '../../errors.ts';
import { findMfa } from './queries.ts';
import { alreadyEnabled } from './try-code.ts';
import { newTotpSecret, toldToApp } from './totp.ts';

/**
 * Gives the user a new secret for their authenticator app; nothing is asked at sign-in until `enableMfa`. Begun again, it
 * makes another secret.
 * @throws AppError `invalid` when MFA is in force, and for users who do not sign in with a password; `unauthorized` when
 *   the user has been deleted
 */
export function beginMfa(tx: Tx, userId: number, now: Date): Promise<{ text: string; url: string }> {
  return inTransaction(tx, async (tx) => {
    const user = await lockUser(tx, userId);
    if (await findMfa(tx, userId)) throw alreadyEnabled();
    await checkHasPassword(tx, userId, user.passwordHash);
    const secret = newTotpSecret();
    await tx.db.deleteFrom('authenticators').where('user_id', '=', userId).execute();
    await tx.db
      .insertInto('authenticators')
      .values({
        user_id: userId,
        sealed_secret: tx.installation.vault.seal(secret.toString('base64')),
        created_at: now,
        updated_at: now,
      })
      .execute();
    return toldToApp(secret, user.email);
  });
}

function lockUser(tx: Tx, id: number) {
  const user = tx.db.selectFrom('users').where('id', '=', id).select(['email', 'password_hash as passwordHash']);
  return withRowLock(tx, user).executeTakeFirstOrThrow(() => unauthorized());
}

/** MFA needs a password: codes are asked for after it, and users who sign in elsewhere could not switch MFA off again. */
async function checkHasPassword(tx: Tx, userId: number, passwordHash: string | null): Promise<void> {
  const bound = tx.db.selectFrom('saml_users').select('id').where('user_id', '=', userId);
  if (passwordHash !== null && !(await bound.executeTakeFirst())) return;
  throw invalid('MFA is not available', 'you do not sign in with a password: choose one first (POST /auth/password)');
}
