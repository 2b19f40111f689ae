import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';

/** How many messages of the inbox wait for its provider, counted up to `most`. */
export async function countWaiting(tx: Tx, inboxId: number, most: number): Promise<number> {
  return (await waitingIn(tx, { inboxId, most })).length;
}

const waitingIn = prepared((db, values: Placeholders<{ inboxId: number; most: number }>) =>
  db
    .selectFrom('sendings')
    .select('id')
    .where('inbox_id', '=', values.inboxId)
    .where('status', '=', sql.lit('queued' as const))
    .limit(values.most),
);
