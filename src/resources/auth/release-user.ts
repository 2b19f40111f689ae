import type { Tx } from '../../db/tx.ts';
import { deleteCredentials } from './delete-credentials.ts';

/**
 * Ends that a user is confined, after they have shown that they read the mails to their address; nothing for others. What those who
 * run the SAML provider may have made for themselves is deleted first (`deleteCredentials`).
 */
export async function releaseUser(tx: Tx, userId: number): Promise<void> {
  const released = await tx.db
    .deleteFrom('saml_users')
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!released) return;
  await deleteCredentials(tx, userId);
}
