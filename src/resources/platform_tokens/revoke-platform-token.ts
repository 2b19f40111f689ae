import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';

/**
 * Deletes a platform app with its token and its tokens of users, effective at once. Objects that it created stay. Returns
 * the app.
 * @throws AppError `not_found`
 */
export function revokePlatformToken(tx: Tx, id: number): Promise<{ id: number; name: string }> {
  return inTransaction(tx, async (tx) => {
    const platformApp = await tx.db
      .selectFrom('platform_apps')
      .select(['id', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
    const known = found(platformApp, 'Platform token');
    await tx.db
      .deleteFrom('access_tokens')
      .where((eb) =>
        eb.or([eb('owner_type', '=', 'PlatformApp').and('owner_id', '=', id), eb('platform_app_id', '=', id)]),
      )
      .execute();
    await tx.db.deleteFrom('platform_apps').where('id', '=', id).execute();
    return known;
  });
}
