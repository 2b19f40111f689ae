import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TeamRow } from './queries.ts';
import { keepAgents, lockTeam } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/** Removes users from a team; users who are no members are ignored. @throws AppError `invalid`, "Invalid User IDs" */
export function removeTeamMembers(
  em: EntityManager,
  team: TeamRow,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await touchTeams(em, team.accountId, now);
    await lockTeam(em, team);
    await keepAgents(em, team.accountId, userIds);
    if (userIds.length > 0) {
      await db(em).deleteFrom('team_members').where('team_id', '=', team.id).where('user_id', 'in', userIds).execute();
    }
  });
}
