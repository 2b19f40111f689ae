import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError, invalid } from '../../errors.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { backupCodeDigest } from './backup-codes.ts';
import { type AuthenticatorRow, lockAuthenticator } from './queries.ts';
import { stepOf } from './totp.ts';

/** A given code: the authenticator's, or a backup code. */
export type GivenCode = { otpCode: string } | { backupCode: string };

/** Wrong codes are counted for this long; as many are allowed as attempts to sign in. */
const WINDOW_MS = 30 * MINUTE;

/** The user of the code, and whether MFA must be begun or enabled. */
type Shower = { userId: number; must: 'be begun' | 'be enabled' };

/**
 * Runs `work` in the transaction that uses up the code, with the user locked. Null for a wrong code. After too many wrong
 * codes, from any address, all codes are refused for the rest of half an hour.
 * @throws AppError `too_many_requests`; `invalid` when the state of MFA is not `must`
 */
export function withCode<T>(
  tx: Tx,
  { userId, must }: Shower,
  given: GivenCode,
  now: Date,
  work: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  return inTransaction(tx, async (tx) => {
    await withRowLock(tx, tx.db.selectFrom('users').select('id').where('id', '=', userId)).execute();
    const authenticator = mustBe(must, await lockAuthenticator(tx, userId));
    const failures = failuresBy(authenticator, now);
    checkLimit(tx, authenticator, failures, now);
    const used = usedBy(tx, authenticator, given, now);
    const change = used ?? { failures: failures + 1, failing_since: failures === 0 ? now : authenticator.failingSince };
    await tx.db.updateTable('authenticators').set(change).where('id', '=', authenticator.id).execute();
    return used && work(tx);
  });
}

/** What `withCode` gave. @throws AppError `invalid`, "Invalid verification code", for null */
export function ofRightCode<T>(done: T | null): T {
  if (done !== null) return done;
  throw invalid(WRONG_CODE, WRONG_CODE_DETAIL, ['otp_code']);
}

export const WRONG_CODE = 'Invalid verification code';
export const WRONG_CODE_DETAIL = 'the code is wrong, was used before, or is not of this moment';

function mustBe(must: Shower['must'], authenticator: AuthenticatorRow | null): AuthenticatorRow {
  if (authenticator !== null && (authenticator.enabledAt !== null) === (must === 'be enabled')) return authenticator;
  if (authenticator !== null && authenticator.enabledAt !== null) throw alreadyEnabled();
  throw invalid('MFA is not enabled', 'begin with POST /api/v1/profile/mfa');
}

/** The refusal to begin MFA twice. */
export function alreadyEnabled(): AppError {
  return invalid('MFA is already enabled', 'DELETE /api/v1/profile/mfa switches it off');
}

/** What changes where the code is right; null = it is wrong. */
function usedBy(tx: Tx, { secret, lastStep, userId, backupCodes }: AuthenticatorRow, given: GivenCode, now: Date) {
  if ('otpCode' in given) {
    const step = stepOf(secret, given.otpCode.replaceAll(/\s/g, ''), now, lastStep);
    return step === null ? null : { last_step: step };
  }
  const digest = backupCodeDigest(tx.installation.vault, userId, given.backupCode);
  if (!backupCodes.includes(digest)) return null;
  return { backup_codes: json(backupCodes.filter((one) => one !== digest)), updated_at: now };
}

function failuresBy({ failures, failingSince }: AuthenticatorRow, now: Date): number {
  return failingSince !== null && leftMs(failingSince, now) > 0 ? failures : 0;
}

function checkLimit({ installation }: Tx, { failingSince }: AuthenticatorRow, failures: number, now: Date): void {
  const most = installation.signInsPerHalfHour;
  if (most === 0 || failures < most || failingSince === null) return;
  throw new AppError('too_many_requests', 'Too many requests', {
    detail: `${failures} codes were wrong; try again when half an hour is over`,
    retryAfter: Math.ceil(leftMs(failingSince, now) / SECOND),
  });
}

/** What is left of the window; the clock may have been set back. */
function leftMs(since: Date, now: Date): number {
  return Math.min(since.getTime() + WINDOW_MS - now.getTime(), WINDOW_MS);
}
