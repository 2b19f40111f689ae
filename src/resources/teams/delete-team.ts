import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { TeamRow } from './queries.ts';
import { touchTeams } from './write-team.ts';

/** Deletes a team; its conversations stay, without a team. As in Chatwoot, this records no event. */
export function deleteTeam(em: EntityManager, team: TeamRow, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    // Locks conversations first, in the order of their ids: two transactions with different orders would wait for each
    // other.
    const conversations = db(em).selectFrom('conversations').select('id').where('team_id', '=', team.id).orderBy('id');
    await withRowLock(em, conversations).execute();
    await touchTeams(em, team.accountId, now);
    await db(em)
      .updateTable('conversations')
      .set({ team_id: null, updated_at: now })
      .where('team_id', '=', team.id)
      .execute();
    await db(em).deleteFrom('teams').where('id', '=', team.id).execute();
  });
}
