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
