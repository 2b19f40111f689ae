import type { UserRecord } from '../../records/user.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { TeamRow } from './queries.ts';
import { holdAgents, holdTeam, insertMembers } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/** Makes the team consist of these users and nobody else. Returns them all. @throws AppError `invalid`, "Invalid User IDs" */
export function setTeamMembers(
  em: EntityManager,
  team: TeamRow,
  userIds: readonly number[],
  now: Date,
): Promise<UserRecord[]> {
  return inTransaction(em, async (em) => {
    await touchTeams(em, team.accountId, now);
    await holdTeam(em, team);
    await holdAgents(em, team.accountId, userIds);
    await db(em)
      .deleteFrom('team_members')
      .where('team_id', '=', team.id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await insertMembers(em, team, userIds, now);
    return readAgents(em, team.accountId, { teamId: team.id });
  });
}
