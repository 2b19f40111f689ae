import type { Tx } from '../../db/tx.ts';
import { SECOND } from '../../time.ts';

/** Reports closer together than this are stored once. */
const SEEN_STEP_MS = 30 * SECOND;

/** Stores that the contact's browser or app reported itself, which makes the contact online for `ONLINE_MS`. */
export async function noteContactSeen(tx: Tx, contactId: number, now: Date): Promise<void> {
  const latest = new Date(now.getTime() - SEEN_STEP_MS);
  await tx.db
    .updateTable('contacts')
    .set({ seen_at: now })
    .where('id', '=', contactId)
    .where((eb) => eb.or([eb('seen_at', 'is', null), eb('seen_at', '<=', latest)]))
    .execute();
}
