import type { Tx } from '../../db/tx.ts';
import { deleteExpiredStates } from '../../oauth/state.ts';
import { DAY } from '../../time.ts';

/** How long it is tried to revoke tokens; jobs are tried for about a day. */
const KEPT_MS = 3 * DAY;

/** Up to `most` authorizations whose tokens are due to be refreshed, and that no process refreshes. */
export async function listDueAuthorizations(tx: Tx, now: Date, most: number): Promise<number[]> {
  const due = await tx.db
    .selectFrom('authorizations')
    .select('id')
    .where('refresh_due_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .orderBy('refresh_due_at')
    .limit(most)
    .execute();
  return due.map(({ id }) => id);
}

/** Deletes an authorization that has ended. */
export async function deleteAuthorization(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('authorizations').where('id', '=', id).where('ended_at', 'is not', null).execute();
}

/** Deletes authorizations whose revocation is given up, and expired states. */
export async function deleteEndedAuthorizations(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .deleteFrom('authorizations')
    .where('ended_at', '<=', new Date(now.getTime() - KEPT_MS))
    .execute();
  await deleteExpiredStates(tx, now);
}
