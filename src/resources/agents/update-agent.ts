import type { Tx } from '../../db/tx.ts';
import type { Member, UserRecord } from '../../records/user.ts';
import { askForMember } from '../../conversations/assignment/inboxes-that-wait.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tell } from '../../events/tell.ts';
import type { Availability, Role } from '../../entities/account-user.ts';
import { found } from '../../errors.ts';
import { lockAccountMembers } from '../account_users/account-members.ts';
import { refuseLastAdministrator } from './refuse-last-administrator.ts';
import { findAgent } from './queries.ts';
import { renameAgent } from './rename-agent.ts';

/** The changes of the membership; undefined leaves a value as it is. `name` is the member's name in this account. */
export type AgentChanges = {
  name: string | undefined;
  role: Role | undefined;
  availability: Availability | undefined;
  autoOffline: boolean | undefined;
};

/**
 * Changes a membership.
 * @throws AppError `invalid` when no administrator would be left, `not_found` when the agent has been removed
 */
export function updateAgent(tx: Tx, member: Member, input: AgentChanges, now: Date): Promise<UserRecord> {
  const { accountId, userId } = member;
  return inTransaction(tx, async (tx) => {
    await lockAccountMembers(tx, accountId);
    if (input.role === 'agent') await refuseLastAdministrator(tx, accountId, userId);
    await tx.db
      .updateTable('account_users')
      .set({
        role: input.role,
        availability: input.availability,
        auto_offline: input.autoOffline,
        updated_at: now,
      })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId)
      .execute();
    // What the member may do is kept by the apps of the team.
    if (input.role !== undefined) await tell(tx, { is: 'cache', accountId });
    if (input.name !== undefined) await renameAgent(tx, member, input.name, now);
    if (input.availability === 'online' || input.autoOffline === false) await askForMember(tx, member, now);
    return found(await findAgent(tx, accountId, userId), 'Agent');
  });
}
