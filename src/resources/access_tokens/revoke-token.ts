import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { tellAccessEnded } from '../../events/tell-access-ended.ts';

/** Deletes an API token of the user, effective at once. @throws AppError `not_found`, "Access token not found" */
export function revokeToken(tx: Tx, userId: number, id: number): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const revoked = await tx.db
      .deleteFrom('access_tokens')
      .where('owner_type', '=', 'User')
      .where('owner_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    found(revoked, 'Access token');
    await tellAccessEnded(tx, userId);
  });
}
