import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { jsonRows } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Events in one batch with their deliveries and attempts: a thousand rows, some milliseconds on SQLite. */
const BATCH = 200;

/**
 * The number of the last event of the batch that follows the event number `after`; null = no event of the batch is
 * older than `oldest`. No later event is older then, because numbers are in the order of time.
 */
export async function batchEnd(tx: Tx, after: number, oldest: Date): Promise<number | null> {
  const events = await tx.db
    .selectFrom('events')
    .select(['id', 'created_at as createdAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return events.some(({ createdAt }) => createdAt < oldest) ? (events.at(-1)?.id ?? null) : null;
}

/**
 * Deletes those of the events numbered from `after` + 1 to `upTo` that are older than `oldest`, with their deliveries
 * and attempts, except events with a delivery that is pending, or ended at `oldest` or later. Notes for each account up
 * to which number events are gone.
 */
export async function deleteFinishedEvents(
  tx: Tx,
  { after, upTo }: { after: number; upTo: number },
  oldest: Date,
): Promise<void> {
  await inTransaction(tx, async (tx) => {
    const gone = await deleteFinished(tx, { after, upTo }, oldest);
    const lasts = Map.groupBy(gone, ({ accountId }) => accountId);
    const notes = Array.from(lasts, ([accountId, events]) => ({
      accountId,
      upTo: Math.max(...events.map(({ id }) => id)),
    }));
    await noteForgotten(tx, { notes: JSON.stringify(notes) });
  });
}

function deleteFinished(tx: Tx, { after, upTo }: { after: number; upTo: number }, oldest: Date) {
  return tx.db
    .deleteFrom('events')
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('created_at', '<', oldest)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select(sql.lit(1).as('one'))
            .whereRef('d.event_id', '=', 'events.id')
            .where((eb) => eb.or([eb('d.status', '=', 'pending'), eb('d.finished_at', '>=', oldest)])),
        ),
      ),
    )
    .returning(['id', 'account_id as accountId'])
    .execute();
}

type Note = { accountId: number; upTo: number };

const noteForgotten = prepared<{ notes: string }, void, unknown>((db, { notes }, _, tx) =>
  db
    .insertInto('forgotten_events')
    .columns(['account_id', 'up_to'])
    .expression((eb) =>
      eb
        .selectFrom(jsonRows<Note>(tx, notes, { accountId: 'int', upTo: 'int' }).as('note'))
        .select(['note.accountId', 'note.upTo'])
        // SQLite would take the conflict clause for a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((eb) => ({ up_to: eb.ref('excluded.up_to') }))
        .whereRef('forgotten_events.up_to', '<', 'excluded.up_to'),
    ),
);
