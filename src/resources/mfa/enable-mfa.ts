import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { newBackupCodes } from './backup-codes.ts';
import { tellMfaChanged } from './tell-mfa-changed.ts';
import { ofRightCode, withCode } from './try-code.ts';

/**
 * Switches MFA on for a user whose app has made the right code. All of their sessions but `sessionId` end, as these were
 * begun with the password alone. Returns the backup codes, which are shown this once.
 * @throws AppError `invalid` for a wrong code, when `beginMfa` was not called, and when it is on already
 */
export async function enableMfa(
  tx: Tx,
  user: { id: number; sessionId: number },
  otpCode: string,
  now: Date,
): Promise<string[]> {
  const done = await withCode(tx, { userId: user.id, must: 'be begun' }, { otpCode }, now, async (tx) => {
    const { codes, digests } = newBackupCodes(tx.installation.vault, user.id);
    await tx.db
      .updateTable('authenticators')
      .set({ enabled_at: now, backup_codes: json(digests), updated_at: now })
      .where('user_id', '=', user.id)
      .execute();
    await endOtherSessions(tx, user.id, user.sessionId);
    await tellMfaChanged(tx, user.id, true, now);
    return codes;
  });
  return ofRightCode(done);
}
