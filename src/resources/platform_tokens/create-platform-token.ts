import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AccessToken } from '../../entities/access-token.ts';
import { PlatformApp } from '../../entities/platform-app.ts';
import { digest, newToken } from '../../secrets.ts';

/** `accessToken` is shown only this once. */
export type CreatedPlatformToken = { platformApp: PlatformApp; accessToken: string };

/** Registers a program for the Platform API and gives it a token. */
export function createPlatformToken(
  em: EntityManager,
  input: { name: string },
  now: Date,
): Promise<CreatedPlatformToken> {
  return inTransaction(em, async (em) => {
    const platformApp = em.create(PlatformApp, { name: input.name, createdAt: now });
    await em.flush();

    const accessToken = newToken();
    em.create(AccessToken, {
      ownerType: 'PlatformApp',
      ownerId: platformApp.id,
      digest: digest(accessToken),
      createdAt: now,
    });
    await em.flush();
    return { platformApp, accessToken };
  });
}
