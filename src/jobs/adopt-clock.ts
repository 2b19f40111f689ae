import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../db/dialect.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { DAY, SECOND } from '../time.ts';

/** As far as two readings of an untouched clock may be apart; less than the margin of every lease. */
export const MOST_DRIFT_MS = 2 * SECOND;
/** After so long a machine that is still up is taken for a new one, which moves nothing. */
const REMEMBERED_MS = 1000 * DAY;

/**
 * Makes the wall clock of the machine, whose monotonic clock stood at zero at `startedAt`, the one that the times of
 * waiting lanes and jobs are written in. If it was set since they were written, they are moved by as much, once,
 * whichever of the machine's processes comes first: what was to happen in a minute still does, and no lease ends early.
 * For as long as `unseenMs` nobody looked; null = unknown. Returns how far they were moved, and the start that counts.
 */
export function adoptClock(
  em: EntityManager,
  bootId: string,
  startedAt: Date,
  now: Date,
  unseenMs: number | null,
): Promise<{ movedMs: number; startedAt: Date }> {
  return inTransaction(em, async (em) => {
    const written = await holdClock(em, bootId, startedAt);
    const movedMs = startedAt.getTime() - written.getTime();
    if (Math.abs(movedMs) <= MOST_DRIFT_MS) {
      await forgetClocks(em, new Date(startedAt.getTime() - REMEMBERED_MS));
      return { movedMs: 0, startedAt: written };
    }
    await db(em).updateTable('machine_clocks').set({ started_at: startedAt }).where('boot_id', '=', bootId).execute();
    await moveDueTimes(em, movedMs, now, unseenMs);
    return { movedMs, startedAt };
  });
}

/** The start that is written down, `startedAt` if none was; other processes of the machine wait until the commit. */
async function holdClock(em: EntityManager, bootId: string, startedAt: Date): Promise<Date> {
  const { started_at } = await db(em)
    .insertInto('machine_clocks')
    .values({ boot_id: bootId, started_at: startedAt })
    .onConflict((conflict) => conflict.column('boot_id').doUpdateSet((eb) => ({ boot_id: eb.ref('excluded.boot_id') })))
    .returning('started_at')
    .executeTakeFirstOrThrow();
  return started_at;
}

async function forgetClocks(em: EntityManager, before: Date): Promise<void> {
  await db(em).deleteFrom('machine_clocks').where('started_at', '<', before).execute();
}

/**
 * Leases are always written by the clock that was adopted. What waits is not: since the clock was set, changes may have
 * made something due at once, by its new time. That was within `unseenMs`, and stays as it is.
 */
async function moveDueTimes(em: EntityManager, byMs: number, now: Date, unseenMs: number | null): Promise<void> {
  const wasFuture = new Date(now.getTime() - Math.max(byMs, 0));
  const isNew = unseenMs === null ? wasFuture : new Date(now.getTime() - unseenMs);
  await db(em)
    .updateTable('delivery_lanes')
    .set({ due_at: moved(em, 'due_at', byMs) })
    .where((eb) =>
      eb.or([
        eb('held_by', 'is not', null),
        eb('due_at', '>', now),
        eb.and([eb('due_at', '>', wasFuture), eb('due_at', '<', isNew)]),
      ]),
    )
    .execute();
  await db(em)
    .updateTable('jobs')
    .set({ due_at: moved(em, 'due_at', byMs), leased_until: moved(em, 'leased_until', byMs) })
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('leased_by', 'is not', null),
        eb('due_at', '>', now),
        eb.and([eb('due_at', '>', wasFuture), eb('due_at', '<', isNew)]),
      ]),
    )
    .execute();
}

/** What was due at once when a request read the clock before it was set back, and wrote it down after that. */
export type LateWrites = { from: Date; upTo: Date; byMs: number };

/** Moves what was written late as what was written in time has been moved. */
export async function moveLateWrites(em: EntityManager, { from, upTo, byMs }: LateWrites): Promise<void> {
  await db(em)
    .updateTable('delivery_lanes')
    .set({ due_at: moved(em, 'due_at', byMs) })
    .where('held_by', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<=', upTo)
    .execute();
  await db(em)
    .updateTable('jobs')
    .set({ due_at: moved(em, 'due_at', byMs) })
    .where('status', '=', 'pending')
    .where('leased_by', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<=', upTo)
    .execute();
}

function moved(em: EntityManager, column: string, byMs: number): RawBuilder<Date> {
  const by = sql.lit(Math.round(byMs));
  return isPostgres(em)
    ? sql<Date>`${sql.ref(column)} + ${by} * interval '1 millisecond'`
    : sql<Date>`${sql.ref(column)} + ${by}`;
}
