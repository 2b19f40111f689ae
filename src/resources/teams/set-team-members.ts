import type { UserRecord } from '../../records/user.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { TeamRow } from './queries.ts';
import { keepAgents, lockTeam, insertTeamMembers } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/** Makes exactly these users the team's members. Returns all of them. @throws AppError `invalid`, "Invalid User IDs" */
export function setTeamMembers(
  em: EntityManager,
  team: TeamRow,
  userIds: readonly number[],
  now: Date,
): Promise<UserRecord[]> {
  return inTransaction(em, async (em) => {
    await touchTeams(em, team.accountId, now);
    await lockTeam(em, team);
    await keepAgents(em, team.accountId, userIds);
    await db(em)
      .deleteFrom('team_members')
      .where('team_id', '=', team.id)
      .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
      .execute();
    await insertTeamMembers(em, team, userIds, now);
    return readAgents(em, team.accountId, { teamId: team.id });
  });
}
