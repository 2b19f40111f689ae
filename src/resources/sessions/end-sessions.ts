import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { tellAccessEnded } from '../../events/tell-access-ended.ts';

/** Ends one session of the user. @throws AppError `not_found`, "Session not found" */
export function endSessionOf(tx: Tx, userId: number, id: number): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const ended = await tx.db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    found(ended, 'Session');
    await tellAccessEnded(tx, userId);
  });
}

/**
 * Ends every session of the user except `kept` (null = without exception), and the links with which others could begin.
 */
export function endOtherSessions(tx: Tx, userId: number, kept: number | null): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '!=', kept ?? 0)
      .execute();
    await tx.db.deleteFrom('login_links').where('user_id', '=', userId).execute();
    await tellAccessEnded(tx, userId);
  });
}

/** Deletes the sessions that have expired by `now`. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
