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

/**
 * Notes the same for a user without a password and a token, so that nobody has been able to sign in: the operator, who makes the first
 * token, gives it to the owner of the address.
 */
export async function proveUnused(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ email_proved_at: now })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .where('password_hash', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_tokens').select('id').where('owner_type', '=', 'User').where('owner_id', '=', userId),
        ),
      ),
    )
    .execute();
}
