import type { Tx } from '../../db/tx.ts';
import { digest } from '../../secrets.ts';

/** Ends the user's subscription with this push token, or this endpoint of a browser; nothing if there is none. */
export async function unsubscribe(tx: Tx, userId: number, token: string): Promise<void> {
  const of = digest(token);
  await tx.db
    .deleteFrom('notification_subscriptions')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('push_token_digest', '=', of), eb('identifier_digest', '=', of)]))
    .execute();
}

/** Forgets a browser that its push service no longer knows. */
export async function forgetSubscription(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('notification_subscriptions').where('id', '=', id).execute();
}
