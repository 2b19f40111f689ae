import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { Member } from '../../records/user.ts';
import type { NewTeam } from './create-team.ts';
import { findTeam, type TeamRow } from './queries.ts';
import { refuseSecondName, touchTeams } from './write-team.ts';

/** The changes; undefined leaves a value as it is. */
export type TeamChanges = { [K in keyof NewTeam]: NewTeam[K] | undefined };

/** Changes a team. @throws AppError `invalid` for a name that is taken, `not_found` when the team has been deleted */
export function updateTeam(tx: Tx, viewer: Member, team: TeamRow, input: TeamChanges, now: Date): Promise<TeamRow> {
  return inTransaction(tx, async (tx) => {
    await touchTeams(tx, viewer.accountId, now);
    await tx.db
      .updateTable('teams')
      .set({
        name: input.name,
        description: input.description,
        allow_auto_assign: input.allowAutoAssign,
        updated_at: now,
      })
      .where('id', '=', team.id)
      .execute()
      .catch(refuseSecondName);
    return found(await findTeam(tx, viewer, team.id), 'Team');
  });
}
