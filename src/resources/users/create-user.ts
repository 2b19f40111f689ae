import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';
import { mayManage, noteKnownUser, permit } from '../platform_tokens/permissions.ts';
import { ensureUser, type NewUser } from './ensure-user.ts';

export type NewPlatformUser = NewUser & { displayName: string | null; customAttributes: Attributes };

export type CreatedUser = {
  user: { id: number; name: string };
  /** Whether the platform app has made this user, now or before, or was granted them. */
  isManaged: boolean;
  /** The token of a new user, which is shown only this once; null = the user is not new. */
  accessToken: string | null;
};

/**
 * Makes a user for the platform app to manage. A user who has the address already stays as they are: of a user of
 * others, the app learns no more than the name, and may invite them to its accounts.
 */
export function createUser(tx: Tx, platformAppId: number, input: NewPlatformUser, now: Date): Promise<CreatedUser> {
  return inTransaction(tx, async (tx) => {
    const { user, isNewUser } = await ensureUser(tx, input, now);
    if (!isNewUser) {
      await noteKnownUser(tx, platformAppId, user.id, now);
      return { user, isManaged: await mayManage(tx, platformAppId, { type: 'User', id: user.id }), accessToken: null };
    }
    await permit(tx, platformAppId, { type: 'User', id: user.id }, now);
    await tx.db
      .updateTable('users')
      .set({ display_name: input.displayName, custom_attributes: json(input.customAttributes) })
      .where('id', '=', user.id)
      .execute();
    return { user, isManaged: true, accessToken: await replaceToken(tx, { type: 'User', id: user.id }, now) };
  });
}
