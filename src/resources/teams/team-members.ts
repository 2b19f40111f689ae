import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock, withRowLock } from '../../db/dialect.ts';
import { found, invalid } from '../../errors.ts';
import type { TeamRow } from './queries.ts';

/**
 * Locks the team, and with it the list of its members, until the commit.
 * @throws AppError `not_found` when it has been deleted
 */
export async function lockTeam(tx: Tx, team: TeamRow): Promise<void> {
  const query = tx.db.selectFrom('teams').select('id').where('id', '=', team.id);
  found(await withRowLock(tx, query).executeTakeFirst(), 'Team');
}

/**
 * Locks the users' memberships of the account until the commit, so that nobody removes them meanwhile.
 * @throws AppError `invalid`, "Invalid User IDs", naming users who are not members
 */
export async function lockUsers(tx: Tx, accountId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const query = tx.db
    .selectFrom('account_users')
    .select('user_id as id')
    .where('account_id', '=', accountId)
    .where('user_id', 'in', userIds)
    .orderBy('id');
  const known = new Set((await withKeyShareLock(tx, query).execute()).map(({ id }) => id));
  const unknown = userIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw invalid('Invalid User IDs', `user_ids has no agent of this account: ${unknown.join(', ')}`, ['user_ids']);
  }
}

/** Adds the users who are no members yet. Returns their ids. */
export async function insertTeamMembers(
  tx: Tx,
  team: TeamRow,
  userIds: readonly number[],
  now: Date,
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await tx.db
    .insertInto('team_members')
    .values(
      [...new Set(userIds)].toSorted((a, b) => a - b).map((id) => ({ team_id: team.id, user_id: id, created_at: now })),
    )
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .returning('user_id as id')
    .execute();
  return rows.map(({ id }) => id);
}
