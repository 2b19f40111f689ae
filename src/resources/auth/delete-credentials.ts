import type { Tx } from '../../db/tx.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';

/**
 * Deletes the user's API tokens, links to sign in with, and push subscriptions of browsers. Call it before sessions are ended, as a link
 * may begin one meanwhile.
 */
export async function deleteCredentials(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('login_links').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('notification_subscriptions').where('user_id', '=', userId).execute();
  await deleteTokens(tx, { type: 'User', id: userId });
}
