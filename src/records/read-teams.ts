import type { Tx } from '../db/tx.ts';
import { TEAM, type TeamRecord } from './team.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import { columns } from './columns.ts';
import { readByIds } from './read-by-ids.ts';

/** The teams with these ids, with their members; two statements. */
export async function readTeams(tx: Tx, teamIds: number[]): Promise<TeamRecord[]> {
  const [teams, members] = await tx.together((tx) => [
    readByIds(teamIds, (ids) => teamsByIds(tx, { ids })),
    readByIds(teamIds, (ids) => membersByTeamIds(tx, { ids })),
  ]);
  return teams.map((team) => ({
    ...team,
    memberIds: members.filter(({ teamId }) => teamId === team.id).map(({ userId }) => userId),
  }));
}

const teamsByIds = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('teams as t')
    .where(inList(tx, 't.id', values.ids))
    .select(columns('t', TEAM)),
);

const membersByTeamIds = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('team_members as m')
    .where(inList(tx, 'm.team_id', values.ids))
    .select(['m.team_id as teamId', 'm.user_id as userId']),
);
