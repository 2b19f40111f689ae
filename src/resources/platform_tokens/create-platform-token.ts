import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertToken } from '../access_tokens/insert-token.ts';

/** `accessToken` is shown only this once. */
export type CreatedPlatformToken = { platformApp: { id: number; name: string }; accessToken: string };

/** Registers a program for the Platform API and gives it a token. */
export function createPlatformToken(tx: Tx, input: { name: string }, now: Date): Promise<CreatedPlatformToken> {
  return inTransaction(tx, async (tx) => {
    const platformApp = await tx.db
      .insertInto('platform_apps')
      .values({ name: input.name, created_at: now })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
    const { accessToken } = await insertToken(tx, { type: 'PlatformApp', id: platformApp.id }, now);
    return { platformApp, accessToken };
  });
}
