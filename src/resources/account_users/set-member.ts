import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Role } from '../../entities/account-user.ts';
import { tell } from '../../events/tell.ts';
import { found } from '../../errors.ts';
import { checkNotConfined } from '../../records/access/confined.ts';
import { lockAccountMembers } from './account-members.ts';
import { inviteUser } from './invite-user.ts';
import { type AccountUserRow, readAccountUser } from './queries.ts';

/**
 * `role` undefined = an agent, or the role that the member has. `mustAccept`: the user belongs to others, and becomes a
 * member by an invitation that is theirs to accept.
 */
export type SetMember = { accountId: number; userId: number; role: Role | undefined; mustAccept: boolean };

/**
 * Makes the user a member of the account, or changes the member's role; also the last administrator's.
 * @throws AppError `not_found`, "User not found", when the user has been deleted; `access_denied` when the user is confined to
 *   another account
 */
export function setMember(
  tx: Tx,
  { accountId, userId, role, mustAccept }: SetMember,
  now: Date,
): Promise<AccountUserRow> {
  return inTransaction(tx, async (tx) => {
    await lockAccountMembers(tx, accountId);
    const known = tx.db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', userId);
    const user = found(await withKeyShareLock(tx, known).executeTakeFirst(), 'User');
    if (mustAccept) {
      await inviteUser(tx, { ...INVITED, accountId, user, role: role ?? 'agent' }, now);
    } else {
      await checkNotConfined(tx, userId, accountId);
      await tx.db
        .insertInto('account_users')
        .values({ account_id: accountId, user_id: userId, role: role ?? 'agent', created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
        .execute();
    }
    if (role !== undefined) {
      // What the member may do is kept by the apps of the team.
      await tell(tx, { is: 'cache', accountId });
      await tx.db
        .updateTable('account_users')
        .set({ role, updated_at: now })
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId)
        .where('role', '!=', role)
        .execute();
    }
    return readAccountUser(tx, accountId, userId);
  });
}

const INVITED = { isNewUser: false, name: null, availability: 'online', autoOffline: true, inviterId: null } as const;
