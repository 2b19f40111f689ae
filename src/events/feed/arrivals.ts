import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { RecordedEventType } from '../../entities/event.ts';
import { onlyRow, type Placeholders, prepared } from '../../db/prepared.ts';

/** An event that has become readable. */
export type Arrival = { id: number; accountId: number; inboxId: number | null; type: RecordedEventType };

/** The events after the number `after` that are committed, in their order. */
export const readArrivals = prepared((db, values: Placeholders<{ after: number; limit: number }>) =>
  db
    .selectFrom('events')
    .select(['id', 'account_id as accountId', 'inbox_id as inboxId', 'type'])
    .where('id', '>', values.after)
    .orderBy('id')
    .limit(values.limit),
);

/** The greatest known number of an event, including deleted events; 0 = none. */
export async function newestNumber(tx: Tx): Promise<number> {
  const { id, upTo } = onlyRow(await newest(tx, {}));
  return Math.max(id ?? 0, upTo ?? 0);
}

const newest = prepared((db, _: Placeholders<{}>) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('events').select('id').orderBy('id', 'desc').limit(sql.lit(1)).as('id'),
    eb.selectFrom('forgotten_events').select('up_to').orderBy('up_to', 'desc').limit(sql.lit(1)).as('upTo'),
  ]),
);

/**
 * The names of the transactions that may have written events and have not ended; none on SQLite. A transaction locks the
 * table before it takes a number, and unlocks it after its commit can be seen.
 */
export async function openWriters(tx: Tx): Promise<string[]> {
  if (!tx.isPostgres) return [];
  const rows = await lockHolders(tx, {});
  return rows.map(({ writer }) => writer);
}

const lockHolders = prepared((db, _: Placeholders<{}>) =>
  db
    .selectFrom(
      sql<{ writer: string }>`(
        select virtualtransaction as writer from pg_locks
        where locktype = 'relation' and relation = 'events'::regclass and mode = 'RowExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())
      )`.as('l'),
    )
    .select('l.writer')
    .distinct(),
);
