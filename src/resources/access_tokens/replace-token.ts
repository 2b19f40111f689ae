import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellAccessEnded } from '../../events/tell-access-ended.ts';
import { insertToken, type Owner } from './insert-token.ts';

/**
 * Replaces the owner's API tokens by a new one, which is returned in the clear. Tokens that a user has given a name stay:
 * they are ended by themselves.
 */
export function replaceToken(tx: Tx, owner: Owner, now: Date): Promise<string> {
  return inTransaction(tx, async (tx) => {
    await tokensOf(tx, owner).where('name', 'is', null).execute();
    await tellEnded(tx, owner);
    return (await insertToken(tx, owner, now)).accessToken;
  });
}

/** Deletes all API tokens of the owner; sessions stay. Call it in a transaction. */
export async function deleteTokens(tx: Tx, owner: Owner): Promise<void> {
  await tokensOf(tx, owner).execute();
  await tellEnded(tx, owner);
}

/** Bots do not listen. */
async function tellEnded(tx: Tx, owner: Owner): Promise<void> {
  if (owner.type === 'User') await tellAccessEnded(tx, owner.id);
}

function tokensOf(tx: Tx, owner: Owner) {
  return tx.db.deleteFrom('access_tokens').where('owner_type', '=', owner.type).where('owner_id', '=', owner.id);
}
