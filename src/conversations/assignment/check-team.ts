import { withKeyShareLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';

/** To be called in a transaction. @throws AppError `not_found`, "Team not found", for a team of another account */
export async function checkTeam(em: EntityManager, accountId: number, teamId: number): Promise<void> {
  const team = db(em).selectFrom('teams').select('id').where('account_id', '=', accountId).where('id', '=', teamId);
  found(await withKeyShareLock(em, team).executeTakeFirst(), 'Team');
}
