import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TokenOwner } from '../../entities/access-token.ts';
import { digest, newToken } from '../../secrets.ts';

export type Owner = { type: TokenOwner; id: number };

/** Replaces all API tokens of the owner by a new one, which is returned in the clear; only its hash is stored. */
export function replaceToken(tx: Tx, owner: Owner, now: Date): Promise<string> {
  const token = newToken();
  return inTransaction(tx, async (tx) => {
    await deleteTokens(tx, owner);
    await tx.db
      .insertInto('access_tokens')
      .values({ owner_type: owner.type, owner_id: owner.id, digest: digest(token), created_at: now })
      .execute();
    return token;
  });
}

/** Deletes all API tokens of the owner; sessions stay. */
export async function deleteTokens(tx: Tx, owner: Owner): Promise<void> {
  await tx.db
    .deleteFrom('access_tokens')
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .execute();
}
