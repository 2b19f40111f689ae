import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { found } from '../../errors.ts';

/**
 * Checks that the team is the account's, and keeps it from being deleted until the end of the transaction.
 * @throws AppError `not_found`, "Team not found"
 */
export async function checkTeam(tx: Tx, accountId: number, teamId: number): Promise<void> {
  const team = tx.db.selectFrom('teams').select('id').where('account_id', '=', accountId).where('id', '=', teamId);
  found(await withKeyShareLock(tx, team).executeTakeFirst(), 'Team');
}
