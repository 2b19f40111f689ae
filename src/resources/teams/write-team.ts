import type { Tx } from '../../db/tx.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { tell } from '../../events/tell.ts';
import { invalidField } from '../../errors.ts';

/**
 * Stores that the teams have changed, for clients with a copy. Call it before any team is written: it locks the
 * account until the commit, as every change of teams and their members does first.
 */
export async function touchTeams(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.db.updateTable('accounts').set({ teams_changed_at: now }).where('id', '=', accountId).execute();
  await tell(tx, { is: 'cache', accountId });
}

/** Throws `error`, or `invalid` where it means that the account already has a team with this name. */
export function refuseSecondName(error: unknown): never {
  throw isUniqueViolation(error, 'teams', 'name') ? invalidField('name', 'has already been taken') : error;
}
