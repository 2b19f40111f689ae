import type { UserRecord } from '../../records/user.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { TeamRow } from './queries.ts';
import { keepAgents, lockTeam, insertTeamMembers } from './team-members.ts';
import { touchTeams } from './write-team.ts';

/** Adds users to a team. Returns those who were no members before. @throws AppError `invalid`, "Invalid User IDs" */
export function addTeamMembers(
  em: EntityManager,
  team: TeamRow,
  userIds: readonly number[],
  now: Date,
): Promise<UserRecord[]> {
  return inTransaction(em, async (em) => {
    await touchTeams(em, team.accountId, now);
    await lockTeam(em, team);
    await keepAgents(em, team.accountId, userIds);
    const ids = await insertTeamMembers(em, team, userIds, now);
    return readAgents(em, team.accountId, { ids });
  });
}
