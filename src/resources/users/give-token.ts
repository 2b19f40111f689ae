import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertToken, type MadeToken } from '../access_tokens/insert-token.ts';

/** Most tokens of a platform app for a user; a further token ends the oldest. */
const MOST_TOKENS = 25;

/**
 * Creates a further API token of the user, shown only now. The user's own tokens stay valid, and so do the platform app's
 * newest `MOST_TOKENS`.
 */
export function giveToken(tx: Tx, platformAppId: number, userId: number, now: Date): Promise<MadeToken> {
  return inTransaction(tx, async (tx) => {
    // Two at once could otherwise exceed the limit.
    await withRowLock(tx, tx.db.selectFrom('users').select('id').where('id', '=', userId)).execute();
    const made = await insertToken(tx, { type: 'User', id: userId }, now, { platformAppId });
    const given = tx.db
      .selectFrom('access_tokens')
      .select('id')
      .where('owner_type', '=', 'User')
      .where('owner_id', '=', userId)
      .where('platform_app_id', '=', platformAppId)
      .orderBy('id', 'desc');
    const [oldest] = await given.offset(MOST_TOKENS).limit(1).execute();
    if (oldest) {
      await tx.db
        .deleteFrom('access_tokens')
        .where('id', 'in', given.where('id', '<=', oldest.id).clearOrderBy())
        .execute();
    }
    return made;
  });
}
