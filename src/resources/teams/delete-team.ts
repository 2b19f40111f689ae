import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropSumsOf } from '../../conversations/reporting/drop-sums.ts';
import type { TeamRow } from './queries.ts';
import { touchTeams } from './write-team.ts';

/** Deletes a team; its conversations stay, without a team. As in Chatwoot, this records no event. */
export function deleteTeam(tx: Tx, team: TeamRow, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    // Locks conversations first, in the order of their ids: two transactions with different orders would wait for each
    // other.
    const conversations = tx.db.selectFrom('conversations').select('id').where('team_id', '=', team.id).orderBy('id');
    await withRowLock(tx, conversations).execute();
    await touchTeams(tx, team.accountId, now);
    await tx.db
      .updateTable('conversations')
      .set({ team_id: null, updated_at: now })
      .where('team_id', '=', team.id)
      .execute();
    await dropSumsOf(tx, { accountId: team.accountId, kind: 'team', subject: String(team.id) });
    await tx.db.deleteFrom('teams').where('id', '=', team.id).execute();
  });
}
