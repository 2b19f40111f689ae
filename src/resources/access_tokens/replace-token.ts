import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TokenOwner } from '../../entities/access-token.ts';
import { digest, newToken } from '../../secrets.ts';

export type Owner = { type: TokenOwner; id: number };

/** Replaces all tokens of the owner by a new one, which is returned in the clear. */
export function replaceToken(em: EntityManager, owner: Owner, now: Date): Promise<string> {
  const token = newToken();
  return inTransaction(em, async (em) => {
    await dropTokens(em, owner);
    await db(em)
      .insertInto('access_tokens')
      .values({ owner_type: owner.type, owner_id: owner.id, digest: digest(token), created_at: now })
      .execute();
    return token;
  });
}

/** Deletes all tokens of the owner. */
export async function dropTokens(em: EntityManager, owner: Owner): Promise<void> {
  await db(em)
    .deleteFrom('access_tokens')
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .execute();
}
