import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { newBackupCodes } from './backup-codes.ts';
import { type GivenCode, ofRightCode, withCode } from './try-code.ts';

/** Replaces the user's backup codes, which are shown this once. @throws AppError `invalid` for a wrong code */
export async function renewBackupCodes(tx: Tx, userId: number, given: GivenCode, now: Date): Promise<string[]> {
  const done = await withCode(tx, { userId, must: 'be enabled' }, given, now, async (tx) => {
    const { codes, digests } = newBackupCodes(tx.installation.vault, userId);
    await tx.db
      .updateTable('authenticators')
      .set({ backup_codes: json(digests), updated_at: now })
      .where('user_id', '=', userId)
      .execute();
    return codes;
  });
  return ofRightCode(done);
}
