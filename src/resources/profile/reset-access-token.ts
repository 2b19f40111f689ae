import type { Tx } from '../../db/tx.ts';
import { newToken } from '../../secrets.ts';
import { storedToken } from '../access_tokens/insert-token.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';

/**
 * Replaces the token with the row key `tokenId`, or with null all unnamed tokens of the user, by a new token, which is
 * returned in the clear. Name, scope and expiry stay.
 */
export async function resetAccessToken(
  tx: Tx,
  user: { id: number; tokenId: number | null },
  now: Date,
): Promise<string> {
  if (user.tokenId === null) return replaceToken(tx, { type: 'User', id: user.id }, now);
  const token = newToken();
  await tx.db
    .updateTable('access_tokens')
    .set({ ...storedToken(token), last_used_at: null })
    .where('id', '=', user.tokenId)
    .execute();
  return token;
}
