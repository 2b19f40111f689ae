import type { Tx } from '../../db/tx.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';

/**
 * Ends that a user is confined, after they have shown that they read the mails to their address; nothing for others. What those who
 * run the SAML provider may have made for themselves is deleted first: tokens, links to sign in with, and push subscriptions of
 * browsers. To be called before sessions are ended, as such a link may begin one meanwhile.
 */
export async function releaseUser(tx: Tx, userId: number): Promise<void> {
  const released = await tx.db
    .deleteFrom('saml_users')
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!released) return;
  await tx.db.deleteFrom('login_links').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('notification_subscriptions').where('user_id', '=', userId).execute();
  await deleteTokens(tx, { type: 'User', id: userId });
}
