import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';
import { permit } from '../platform_tokens/permissions.ts';
import { ensureUser, type NewUser } from './ensure-user.ts';

export type NewPlatformUser = NewUser & { displayName: string | null; customAttributes: Attributes };

/**
 * Makes a user, and lets the platform app manage them. A user who has the address already stays as they are, and may be
 * managed too. Returns the user's id, and the token of a new user, which is shown only this once; null = the user is not
 * new.
 */
export function createUser(
  tx: Tx,
  platformAppId: number,
  input: NewPlatformUser,
  now: Date,
): Promise<{ id: number; accessToken: string | null }> {
  return inTransaction(tx, async (tx) => {
    const { user, isNewUser } = await ensureUser(tx, input, now);
    await permit(tx, platformAppId, { type: 'User', id: user.id }, now);
    if (!isNewUser) return { id: user.id, accessToken: null };
    await tx.db
      .updateTable('users')
      .set({ display_name: input.displayName, custom_attributes: json(input.customAttributes) })
      .where('id', '=', user.id)
      .execute();
    return { id: user.id, accessToken: await replaceToken(tx, { type: 'User', id: user.id }, now) };
  });
}
