import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { TeamRow } from './queries.ts';
import { lockUsers, lockTeam, insertTeamMembers } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/**
 * Makes exactly these users the team's members. Returns all of them.
 * @throws AppError `invalid`, "Invalid User IDs"; `not_found` when the team has been deleted
 */
export function setTeamMembers(tx: Tx, team: TeamRow, userIds: readonly number[], now: Date): Promise<UserRecord[]> {
  return inTransaction(tx, async (tx) => {
    await touchTeams(tx, team.accountId, now);
    await lockTeam(tx, team);
    await lockUsers(tx, team.accountId, userIds);
    await tx.db
      .deleteFrom('team_members')
      .where('team_id', '=', team.id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await insertTeamMembers(tx, team, userIds, now);
    return readAgents(tx, team.accountId, { teamId: team.id });
  });
}
