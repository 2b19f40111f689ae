import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { Member } from '../../records/user.ts';

/** A team as a viewer sees it; `membershipId` null = the viewer is no member. */
export type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** The account's teams by name; one page, or all with `page` null. */
export function listTeams(tx: Tx, viewer: Member, page: Rows | null): Promise<TeamRow[]> {
  return paged(selectTeams(tx, viewer).orderBy('t.name'), page).execute();
}

/** The account's team with this id; undefined when there is none. */
export function findTeam(tx: Tx, viewer: Member, id: number) {
  return selectTeams(tx, viewer).where('t.id', '=', id).executeTakeFirst();
}

function selectTeams(tx: Tx, { accountId, userId }: Member) {
  return tx.db
    .selectFrom('teams as t')
    .leftJoin('team_members as m', (join) => join.onRef('m.team_id', '=', 't.id').on('m.user_id', '=', userId))
    .where('t.account_id', '=', accountId)
    .select([
      't.id',
      't.account_id as accountId',
      't.name',
      't.description',
      't.allow_auto_assign as allowAutoAssign',
      'm.id as membershipId',
    ]);
}
