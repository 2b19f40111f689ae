import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError } from '../../errors.ts';
import { type NewSession, openSession, type Origin } from '../sessions/open-session.ts';
import { acceptInvitations } from '../../records/access/accept-invitation.ts';
import { findPasswordHolder, lockUnchanged } from './password-holders.ts';
import { proveAddress } from './prove-address.ts';
import { fingerprintOf, invalidToken, openPasswordToken } from './password-token.ts';

const FIELD = 'confirmation_token';

/**
 * Opens a session for the person who was invited by the mail that the token is from, and who has no password yet: having
 * the token confirms the address. It works until they choose a password.
 * @throws AppError `invalid`: "Invalid token", or "Already confirmed" for a user with a password
 */
export async function confirmAddress(
  tx: Tx,
  token: string,
  now: Date,
  origin: Origin,
): Promise<NewSession & { userId: number }> {
  const { userId, fingerprint } = openPasswordToken(tx.installation.vault, token, now, FIELD);
  const holder = await findPasswordHolder(tx, { id: userId });
  if (!holder) throw invalidToken(FIELD);
  if (holder.passwordHash !== null) throw alreadyConfirmed();
  if (fingerprintOf(holder) !== fingerprint) throw invalidToken(FIELD);
  return inTransaction(tx, async (tx) => {
    await lockUnchanged(tx, holder, FIELD);
    if (await proveAddress(tx, userId, now)) await acceptInvitations(tx, userId);
    return { ...(await openSession(tx, holder, now, origin)), userId };
  });
}

function alreadyConfirmed(): AppError {
  return new AppError('invalid', 'Already confirmed', {
    detail: 'sign in with the password; POST /auth/password if it is forgotten',
    attributes: [FIELD],
    redirectUrl: '/',
  });
}
