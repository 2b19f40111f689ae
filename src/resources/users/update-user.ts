import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { found } from '../../errors.ts';
import { mergedAttributes } from '../../fields/merged-attributes.ts';
import { updateProfile } from '../profile/update-profile.ts';

/** The changes; undefined leaves a value as it is. Custom attributes are merged into the present ones. */
export type UserChanges = {
  name: string | undefined;
  displayName: string | null | undefined;
  email: string | undefined;
  passwordHash: string | undefined;
  customAttributes: Attributes;
};

/**
 * Changes a user on behalf of a platform app. A new e-mail address or password ends all of the user's sessions.
 * @throws AppError `invalid` for the e-mail address of another user, and for too many attributes; `not_found` when the
 *   user has been deleted
 */
export function updateUser(tx: Tx, userId: number, input: UserChanges, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const user = tx.db.selectFrom('users').select('custom_attributes as known').where('id', '=', userId);
    const { known } = found(await withRowLock(tx, user).executeTakeFirst(), 'User');
    const merged = mergedAttributes('custom_attributes', known, input.customAttributes);
    await tx.db
      .updateTable('users')
      .set({ custom_attributes: json(merged) })
      .where('id', '=', userId)
      .execute();
    const { name, displayName, email, passwordHash } = input;
    await updateProfile(
      tx,
      { id: userId, keptSession: null },
      { ...UNCHANGED, name, displayName, email, passwordHash },
      now,
    );
  });
}

const UNCHANGED = {
  vouchesForEmail: true,
  phoneNumber: undefined,
  messageSignature: undefined,
  uiSettings: undefined,
  provedBy: undefined,
  revokesTokens: false,
  picture: null,
} as const;
