import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AccessToken } from '../../entities/access-token.ts';
import { PlatformApp } from '../../entities/platform-app.ts';
import { found } from '../../errors.ts';

/**
 * Deletes a program with its token, which ends its access to the Platform API at once. What it created stays.
 * @throws AppError `not_found`
 */
export function revokePlatformToken(em: EntityManager, id: number): Promise<PlatformApp> {
  return inTransaction(em, async (em) => {
    const platformApp = found(await em.findOne(PlatformApp, id), 'Platform token');
    await em.nativeDelete(AccessToken, { ownerType: 'PlatformApp', ownerId: id });
    await em.nativeDelete(PlatformApp, { id });
    return platformApp;
  });
}
