import { db, type EntityManager } from '../../db/orm.ts';
import { digest, newToken } from '../../secrets.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';

/**
 * Puts a new token, which is returned in the clear, in the place of the one with the row key `tokenId`, or for null in
 * the place of all that the user has. What it replaces is worth nothing from then on.
 */
export async function resetAccessToken(
  em: EntityManager,
  user: { id: number; tokenId: number | null },
  now: Date,
): Promise<string> {
  if (user.tokenId === null) return replaceToken(em, { type: 'User', id: user.id }, now);
  const token = newToken();
  await db(em)
    .updateTable('access_tokens')
    .set({ digest: digest(token), last_used_at: null })
    .where('id', '=', user.tokenId)
    .execute();
  return token;
}
