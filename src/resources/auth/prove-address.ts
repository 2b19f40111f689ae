import type { Tx } from '../../db/tx.ts';
import { newToken } from '../../secrets.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { deleteCredentials } from './delete-credentials.ts';

/**
 * Notes that the user's address is theirs, after they have shown it. The first time, all that let somebody in as this user before ends:
 * the password, sessions, tokens, the authenticator app and what identity providers call the user. Somebody else may have signed up
 * with the address, or changed theirs to it, to wait for its owner. Returns whether it was the first time. Call it in a transaction.
 */
export async function proveAddress(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const proved = await tx.db
    .updateTable('users')
    .set({ email_proved_at: now, password_hash: null, pubsub_secret: newToken(), updated_at: now })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!proved) return false;
  await tx.db.deleteFrom('identities').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('authenticators').where('user_id', '=', userId).execute();
  await deleteCredentials(tx, userId);
  await endOtherSessions(tx, userId, null);
  return true;
}
