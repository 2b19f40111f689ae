import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { Member } from '../../records/user.ts';
import { findTeam, type TeamRow } from './queries.ts';
import { refuseSecondName, touchTeams } from './write-team.ts';

export type NewTeam = { name: string; description: string | null; allowAutoAssign: boolean };

/** Adds a team without members. @throws AppError `invalid` for a name that is taken */
export function createTeam(tx: Tx, viewer: Member, input: NewTeam, now: Date): Promise<TeamRow> {
  return inTransaction(tx, async (tx) => {
    await touchTeams(tx, viewer.accountId, now);
    const { id } = await tx.db
      .insertInto('teams')
      .values({
        account_id: viewer.accountId,
        name: input.name,
        description: input.description,
        allow_auto_assign: input.allowAutoAssign,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondName);
    return found(await findTeam(tx, viewer, id), 'Team');
  });
}
