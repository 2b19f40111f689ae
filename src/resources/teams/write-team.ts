import { db, type EntityManager } from '../../db/orm.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { invalidField } from '../../errors.ts';

/**
 * Notes that the teams have changed, for clients that keep a copy. Called before any team is written: it holds the account,
 * and whoever changes teams and members takes that first.
 */
export async function touchTeams(em: EntityManager, accountId: number, now: Date): Promise<void> {
  await db(em).updateTable('accounts').set({ teams_changed_at: now }).where('id', '=', accountId).execute();
}

/** Throws `error` on, as what the caller should hear when it is that the account has a team of this name. */
export function refuseSecondName(error: unknown): never {
  throw isUniqueViolation(error, 'teams', 'name') ? invalidField('name', 'has already been taken') : error;
}
