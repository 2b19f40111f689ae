import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { acceptInvitations } from '../../records/access/accept-invitation.ts';
import { lockUnchanged } from './password-holders.ts';
import type { PasswordHolder } from './password-token.ts';
import { proveAddress } from './prove-address.ts';
import { type NewPassword, setPassword } from './set-password.ts';

/**
 * Changes the password of the user who has a link for it, as `setPassword` does, and proves their address; the first
 * proof accepts the invitations to it.
 * @throws AppError `invalid`, "Invalid token", when password or e-mail address have changed since `holder` was read, or
 *   the user was deleted: each token works once
 */
export function choosePassword(tx: Tx, holder: PasswordHolder, password: NewPassword, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockUnchanged(tx, holder);
    const isFirst = await proveAddress(tx, holder.id, now);
    await setPassword(tx, holder.id, password, now);
    if (isFirst) await acceptInvitations(tx, holder.id);
  });
}
