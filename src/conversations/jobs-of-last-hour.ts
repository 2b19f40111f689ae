import type { Tx } from '../db/tx.ts';
import { HOUR, MINUTE } from '../time.ts';

/** The jobs of a kind that the account has queued in the hour before `now`, to select from. */
export function jobsOfLastHour(tx: Tx, accountId: number, kind: string, now: Date) {
  return (
    tx.db
      .selectFrom('jobs')
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('created_at', '>', new Date(now.getTime() - HOUR))
      // Later times were written before the clock was set back.
      .where('created_at', '<', new Date(now.getTime() + MINUTE))
  );
}
