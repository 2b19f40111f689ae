import type { Tx } from '../../db/tx.ts';
import type { Expression } from 'kysely';
import type { Db } from '../../db/database.ts';
import { type Extent, extentOf, type Rows } from '../../db/pages/paged.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Member } from '../../records/user.ts';

/** A team as a viewer sees it; `membershipId` null = the viewer is no member. */
export type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** The account's teams by name; one page, or all with `page` null. */
export function listTeams(tx: Tx, { accountId, userId }: Member, page: Rows | null): Promise<TeamRow[]> {
  const { values, extent } = extentOf(page);
  return byName(tx, { accountId, userId, ...values }, extent);
}

/** The account's team with this id; undefined when there is none. */
export function findTeam(tx: Tx, { accountId, userId }: Member, id: number) {
  return selectTeams(tx.db, userId).where('t.account_id', '=', accountId).where('t.id', '=', id).executeTakeFirst();
}

const byName = remembered((db, values: Placeholders<Member & Rows>, extent: Extent) =>
  selectTeams(db, values.userId)
    .where('t.account_id', '=', values.accountId)
    .orderBy('t.name')
    .$if(extent === 'page', (query) => query.limit(values.limit).offset(values.offset)),
);

function selectTeams(db: Db, userId: number | Expression<number>) {
  return db
    .selectFrom('teams as t')
    .leftJoin('team_members as m', (join) => join.onRef('m.team_id', '=', 't.id').on('m.user_id', '=', userId))
    .select([
      't.id',
      't.account_id as accountId',
      't.name',
      't.description',
      't.allow_auto_assign as allowAutoAssign',
      'm.id as membershipId',
    ]);
}
