import { db, type EntityManager } from '../../db/orm.ts';

/** Ends the session with this row key. */
export async function endSession(em: EntityManager, id: number): Promise<void> {
  await db(em).deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of the user except `kept`; null = without exception. */
export async function endOtherSessions(em: EntityManager, userId: number, kept: number | null): Promise<void> {
  await db(em)
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', kept ?? 0)
    .execute();
}

/** Deletes the sessions that have expired by `now`. */
export async function deleteExpiredSessions(em: EntityManager, now: Date): Promise<void> {
  await db(em).deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
