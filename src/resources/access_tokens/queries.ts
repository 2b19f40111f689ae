import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { found } from '../../errors.ts';

export type TokenRow = Awaited<ReturnType<ReturnType<typeof selectTokens>['execute']>>[number];

/** The API tokens of the user, the newest first, also expired ones; one page, or all with `page` null. */
export function listTokens(tx: Tx, userId: number, page: Rows | null): Promise<TokenRow[]> {
  return paged(selectTokens(tx, userId).orderBy('id', 'desc'), page).execute();
}

/** The user's API token with this id. @throws AppError `not_found`, "Access token not found" */
export async function readToken(tx: Tx, userId: number, id: number): Promise<TokenRow> {
  return found(await selectTokens(tx, userId).where('id', '=', id).executeTakeFirst(), 'Access token');
}

function selectTokens(tx: Tx, userId: number) {
  return tx.db
    .selectFrom('access_tokens')
    .where('owner_type', '=', 'User')
    .where('owner_id', '=', userId)
    .select([
      'id',
      'name',
      'scope',
      'last_four as lastFour',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
      'created_at as createdAt',
    ]);
}
