import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { unauthorized } from '../../errors.ts';
import { newToken } from '../../secrets.ts';
import type { AvatarFile } from '../files/check-avatar.ts';
import { giveAvatar } from '../files/give-avatar.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { changeEmail } from './change-email.ts';
import { lockPassword } from './check-password.ts';

/** The changes; undefined leaves a value as it is. */
export type ProfileChanges = {
  name: string | undefined;
  displayName: string | null | undefined;
  email: string | undefined;
  /** Whether who gives the e-mail address is trusted to know that it is the user's. */
  vouchesForEmail: boolean;
  /** Stored among the custom attributes; null removes it. */
  phoneNumber: string | null | undefined;
  messageSignature: string | null | undefined;
  /** Replaces all present settings. */
  uiSettings: Attributes | undefined;
  passwordHash: string | undefined;
  /**
   * The hash that the caller's password was checked against; the caller must check it before a new e-mail address or
   * password.
   */
  provedBy: string | undefined;
  /** Whether the user's API tokens end, which goes with a new password. */
  revokesTokens: boolean;
  /** A new picture; null = no change. */
  picture: AvatarFile | null;
};

/**
 * Changes the user. A new password or e-mail address ends all of their sessions except `keptSession` (null = without
 * exception), a new address queues a mail to the former one, and a new name replaces the names that accounts have given
 * the user.
 * @throws AppError `invalid` for the e-mail address of another user, and when the password has been changed since it
 *   was checked (`provedBy`)
 */
export function updateProfile(
  tx: Tx,
  user: { id: number; keptSession: number | null },
  input: ProfileChanges,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    if (input.provedBy !== undefined) await lockPassword(tx, user.id, input.provedBy);
    const customAttributes = await attributesWith(tx, user.id, input.phoneNumber);
    const isReaddressed =
      input.email !== undefined &&
      (await changeEmail(tx, user.id, { email: input.email, isProved: input.vouchesForEmail }, now));
    if (input.name !== undefined) await clearGivenNames(tx, user.id, input.name);
    await tx.db
      .updateTable('users')
      .set({
        name: input.name,
        display_name: input.displayName,
        message_signature: input.messageSignature,
        ui_settings: input.uiSettings && json(input.uiSettings),
        custom_attributes: customAttributes && json(customAttributes),
        password_hash: input.passwordHash,
        pubsub_secret: input.passwordHash && newToken(),
        updated_at: now,
      })
      .where('id', '=', user.id)
      .execute();
    if (input.passwordHash !== undefined || isReaddressed) await endOtherSessions(tx, user.id, user.keptSession);
    if (input.revokesTokens) await deleteTokens(tx, { type: 'User', id: user.id });
    await giveAvatar(tx, { type: 'User', id: user.id }, { picture: input.picture, url: null }, null, now);
  });
}

/**
 * Removes the names that accounts have given the user, who now has a name of their own. Names of invitations not
 * accepted yet stay.
 */
async function clearGivenNames(tx: Tx, userId: number, name: string): Promise<void> {
  await tx.db
    .updateTable('account_users')
    .set({ shown_name: null })
    .where('user_id', '=', userId)
    .where('invited_email', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('id').where('id', '=', userId).where('name', '!=', name)),
    )
    .execute();
}

/** The custom attributes with the new phone number; undefined when it does not change. */
async function attributesWith(
  tx: Tx,
  userId: number,
  phoneNumber: string | null | undefined,
): Promise<Attributes | undefined> {
  if (phoneNumber === undefined) return undefined;
  const user = tx.db.selectFrom('users').select('custom_attributes as customAttributes').where('id', '=', userId);
  const { customAttributes } = await withRowLock(tx, user).executeTakeFirstOrThrow(() => unauthorized());
  const { phone_number: _, ...others } = customAttributes;
  return phoneNumber === null ? others : { ...others, phone_number: phoneNumber };
}
