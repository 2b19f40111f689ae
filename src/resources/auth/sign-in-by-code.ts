import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { type GivenCode, withCode, WRONG_CODE, WRONG_CODE_DETAIL } from '../mfa/try-code.ts';
import { findMfa } from '../mfa/queries.ts';
import { type NewSession, openSession, type Origin } from '../sessions/open-session.ts';
import { invalidMfaToken, openMfaToken, useMfaToken } from './mfa-token.ts';
import { findPasswordHolder } from './password-holders.ts';
import { fingerprintOf } from './password-token.ts';

/**
 * Opens a session for a user who has given the right password, by the token that they got for it, and shows a code. A wrong
 * code leaves the token good.
 * @throws AppError `unauthorized` for a token that was used, has expired, or is from before the password was changed or MFA
 *   switched off; `bad_request` for a wrong code; `too_many_requests` after too many wrong codes
 */
export async function signInByCode(
  tx: Tx,
  token: string,
  given: GivenCode,
  now: Date,
  origin: Origin,
): Promise<NewSession & { userId: number }> {
  const opened = openMfaToken(tx.installation.vault, token, now);
  const { userId } = opened;
  if (!(await findMfa(tx, userId))) throw invalidMfaToken();
  const session = await withCode(tx, { userId, must: 'be enabled' }, given, now, async (tx) => {
    const user = await findPasswordHolder(tx, { id: userId });
    if (!user || fingerprintOf(user) !== opened.fingerprint) throw invalidMfaToken();
    await useMfaToken(tx, opened);
    return { ...(await openSession(tx, user, now, origin)), userId };
  });
  if (session === null) {
    throw new AppError('bad_request', WRONG_CODE, { detail: WRONG_CODE_DETAIL, attributes: ['otp_code'] });
  }
  return session;
}
