import type { Tx } from '../../db/tx.ts';

/** Ends the session with this row key. */
export async function endSession(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of the user except `kept`; null = without exception. */
export async function endOtherSessions(tx: Tx, userId: number, kept: number | null): Promise<void> {
  await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', kept ?? 0)
    .execute();
}

/** Deletes the sessions that have expired by `now`. */
export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<void> {
  await tx.db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
