import type { App } from '../../app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deleteUser, lockIfInNoAccount } from '../../resources/users/delete-user.ts';
import { removeWhole } from '../accounts/delete.ts';

/**
 * Removes an account that was made to look at, and then those of its users who are in no other account.
 * @throws Failure as `removeWhole`
 */
export async function removeSample(app: App, accountId: number, userIds: readonly number[]): Promise<void> {
  await removeWhole(app, accountId);
  await inTransaction(app.tx(), async (tx) => {
    for (const userId of userIds) if (await lockIfInNoAccount(tx, userId)) await deleteUser(tx, userId, app.now());
  });
}
