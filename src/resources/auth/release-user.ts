import type { Tx } from '../../db/tx.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';

/**
 * Lets the user, who has shown that they read the mails to their address, out of the account of a SAML provider, if one has
 * signed them in. All that those who run the provider may have left behind goes first: tokens, links to sign in with and
 * subscriptions of browsers. End sessions after it, as one may have been opened by such a link meanwhile.
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
