import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { found } from '../../errors.ts';

/** To be called in a transaction. @throws AppError `not_found`, "Team not found", for a team of another account */
export async function checkTeam(tx: Tx, accountId: number, teamId: number): Promise<void> {
  const team = tx.db.selectFrom('teams').select('id').where('account_id', '=', accountId).where('id', '=', teamId);
  found(await withKeyShareLock(tx, team).executeTakeFirst(), 'Team');
}
