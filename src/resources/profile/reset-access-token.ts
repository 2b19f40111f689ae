import { db, type EntityManager } from '../../db/orm.ts';
import { digest, newToken } from '../../secrets.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';

/**
 * Replaces the token with the row key `tokenId`, or with null all tokens of the user, by a new one, which is returned
 * in the clear.
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
