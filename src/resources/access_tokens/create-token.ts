import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TokenScope } from '../../entities/access-token.ts';
import { invalid, invalidField, unauthorized } from '../../errors.ts';
import { insertToken, type MadeToken } from './insert-token.ts';

/** The most tokens with a name that one user may have. */
const MOST_TOKENS = 100;

/** `expiresAt` null = it does not expire. */
export type NewToken = { name: string; scope: TokenScope; expiresAt: Date | null };

/**
 * Makes a token of the user with a name, which is shown only this once.
 * @throws AppError `invalid` for an end in the past, and beyond `MOST_TOKENS`; `unauthorized` when the user has been
 *   deleted
 */
export function createToken(tx: Tx, userId: number, input: NewToken, now: Date): Promise<MadeToken> {
  if (input.expiresAt !== null && input.expiresAt <= now) throw invalidField('expires_at', 'must lie in the future');
  return inTransaction(tx, async (tx) => {
    // Two at once could otherwise exceed the limit.
    const user = tx.db.selectFrom('users').select('id').where('id', '=', userId);
    if (!(await withRowLock(tx, user).executeTakeFirst())) throw unauthorized();
    const { count } = await tx.db
      .selectFrom('access_tokens')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('owner_type', '=', 'User')
      .where('owner_id', '=', userId)
      .where('name', 'is not', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_TOKENS) {
      throw invalid('Validation failed', `there are ${MOST_TOKENS} tokens already: end one that is not used any more`);
    }
    return insertToken(tx, { type: 'User', id: userId }, now, input);
  });
}
