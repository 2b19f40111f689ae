import { db, type EntityManager } from '../../db/orm.ts';
import { digest, newToken } from '../../secrets.ts';

/** Puts a new token in the place of the one with this row key, which is worth nothing from then on. Returns the new one. */
export async function resetAccessToken(em: EntityManager, tokenId: number): Promise<string> {
  const token = newToken();
  await db(em)
    .updateTable('access_tokens')
    .set({ digest: digest(token), last_used_at: null })
    .where('id', '=', tokenId)
    .execute();
  return token;
}
