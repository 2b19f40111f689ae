import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockPassword } from '../profile/check-password.ts';
import { tellMfaChanged } from './tell-mfa-changed.ts';
import { type GivenCode, ofRightCode, withCode } from './try-code.ts';

/** Switches MFA off: the password alone signs the user in. False = it was not on. */
export function disableMfa(tx: Tx, userId: number, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const removed = await tx.db
      .deleteFrom('authenticators')
      .where('user_id', '=', userId)
      .returning('enabled_at as enabledAt')
      .executeTakeFirst();
    if (!removed || removed.enabledAt === null) return false;
    await tellMfaChanged(tx, userId, false, now);
    return true;
  });
}

/**
 * As `disableMfa`, for a user who shows a code, and has given the password with this hash.
 * @throws AppError `invalid` for a wrong code, and when the password was changed meanwhile
 */
export async function disableMfaByCode(
  tx: Tx,
  user: { id: number; passwordHash: string },
  given: GivenCode,
  now: Date,
): Promise<void> {
  const done = await withCode(tx, { userId: user.id, must: 'be enabled' }, given, now, async (tx) => {
    await lockPassword(tx, user.id, user.passwordHash);
    return disableMfa(tx, user.id, now);
  });
  ofRightCode(done);
}
