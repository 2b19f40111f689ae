import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TeamRow } from './queries.ts';
import { lockUsers, lockTeam } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/**
 * Removes users of the account from a team; users outside the team are ignored.
 * @throws AppError `invalid`, "Invalid User IDs"; `not_found` when the team has been deleted
 */
export function removeTeamMembers(tx: Tx, team: TeamRow, userIds: readonly number[], now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await touchTeams(tx, team.accountId, now);
    await lockTeam(tx, team);
    await lockUsers(tx, team.accountId, userIds);
    if (userIds.length > 0) {
      await tx.db.deleteFrom('team_members').where('team_id', '=', team.id).where('user_id', 'in', userIds).execute();
    }
  });
}
