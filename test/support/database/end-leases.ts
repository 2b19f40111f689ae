import type { Tx } from '../../../src/db/tx.ts';
import type { Place } from '../database.ts';
import { withRows } from './rows.ts';

/** As if the time had passed for which a killed process holds what it does. */
export function endLeases(place: Place): Promise<unknown> {
  return withRows(place, (rows) =>
    rows
      .updateTable('jobs')
      .set({ due_at: new Date(0), leased_by: null, leased_until: null })
      .where('leased_by', 'is not', null)
      .where('status', '=', 'pending')
      .execute(),
  );
}

/** As if the time had come for the pending jobs of these kinds, and what a killed process had claimed were free again. */
export function makeDue({ db }: Pick<Tx, 'db'>, kinds: readonly string[]): Promise<unknown> {
  return db
    .updateTable('jobs')
    .set({ due_at: new Date(0), leased_by: null, leased_until: null })
    .where('kind', 'in', kinds)
    .where('status', '=', 'pending')
    .execute();
}
