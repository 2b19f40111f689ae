import type { TeamRecord } from './team.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { EntityManager } from '../db/orm.ts';
import { readByIds } from './read-by-ids.ts';

/** The teams with these ids, with their members; two statements. */
export async function readTeams(em: EntityManager, teamIds: number[]): Promise<TeamRecord[]> {
  const teams = await readByIds(teamIds, (ids) => teamsByIds(em, { ids }));
  const members = await readByIds(teamIds, (ids) => membersByTeamIds(em, { ids }));
  return teams.map((team) => ({
    ...team,
    memberIds: members.filter(({ teamId }) => teamId === team.id).map(({ userId }) => userId),
  }));
}

const teamsByIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('teams as t')
    .where(inList(em, 't.id', values.ids))
    .select([
      't.id',
      't.name',
      't.description',
      't.allow_auto_assign as allowAutoAssign',
      't.created_at as createdAt',
      't.updated_at as updatedAt',
    ]),
);

const membersByTeamIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('team_members as m')
    .where(inList(em, 'm.team_id', values.ids))
    .select(['m.team_id as teamId', 'm.user_id as userId']),
);
