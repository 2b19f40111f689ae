import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import { DAY, SECOND } from '../../time.ts';

/** Most that two readings of a clock may differ without its having been set; less than the margin of every lease. */
export const MOST_DRIFT_MS = 2 * SECOND;
/**
 * By how much two clocks may differ that were read one after the other: both count whole milliseconds, and a process may
 * be interrupted between them.
 */
const READING_MS = 100;
/**
 * The clock of a machine that started longer ago is forgotten; if the machine still runs, its clock is stored again,
 * and no times are moved.
 */
const REMEMBERED_MS = 1000 * DAY;

/**
 * Moves the due times of lanes, jobs and mailboxes along when the machine's wall clock was set, so that delays keep their
 * length and no lease ends early. The clock was set if `startedAt`, the wall time at which the monotonic clock was zero,
 * differs from the stored one. The first process of the machine that notices does it for all. `seenAt` is when this process
 * last compared the clocks, by the new one; null = never. `clock` gives the time. Returns by how many milliseconds the times
 * were moved, and the stored start.
 */
export function adoptClock(
  tx: Tx,
  bootId: string,
  startedAt: Date,
  seenAt: Date | null,
  clock: () => Date,
): Promise<{ movedMs: number; startedAt: Date }> {
  return inTransaction(tx, async (tx) => {
    const written = await holdClock(tx, bootId, startedAt);
    const movedMs = startedAt.getTime() - written.getTime();
    if (Math.abs(movedMs) <= MOST_DRIFT_MS) {
      await forgetClocks(tx, new Date(startedAt.getTime() - REMEMBERED_MS));
      return { movedMs: 0, startedAt: written };
    }
    await tx.db.updateTable('machine_clocks').set({ started_at: startedAt }).where('boot_id', '=', bootId).execute();
    // Read here: what has been written until now, by the new clock, must not count as due in the future.
    await moveDueTimes(tx, movedMs, clock(), seenAt);
    return { movedMs, startedAt };
  });
}

/**
 * Locks and returns the stored start; stores `startedAt` if there was none. Other processes of the machine wait for the
 * commit.
 */
async function holdClock(tx: Tx, bootId: string, startedAt: Date): Promise<Date> {
  const { started_at } = await tx.db
    .insertInto('machine_clocks')
    .values({ boot_id: bootId, started_at: startedAt })
    .onConflict((conflict) => conflict.column('boot_id').doUpdateSet((eb) => ({ boot_id: eb.ref('excluded.boot_id') })))
    .returning('started_at')
    .executeTakeFirstOrThrow();
  return started_at;
}

async function forgetClocks(tx: Tx, before: Date): Promise<void> {
  await tx.db.deleteFrom('machine_clocks').where('started_at', '<', before).execute();
}

/**
 * Leases were written by the former clock, so all of them are moved. Due times written since the clock was set are by
 * the new clock already: those from `seenAt` until now stay as they are. In doubt, a due time counts as new: what is done too
 * early does less harm than what waits for as long as the clock was set forward.
 */
async function moveDueTimes(tx: Tx, byMs: number, now: Date, seenAt: Date | null): Promise<void> {
  const formerNow = new Date(now.getTime() - Math.max(byMs, 0));
  const newSince = new Date((seenAt ?? formerNow).getTime() - READING_MS);
  const newUntil = new Date(now.getTime() + READING_MS);
  const isFormer = (holder: string) => sql<SqlBool>`(
    ${sql.ref(holder)} is not null or due_at > ${newUntil} or (due_at > ${formerNow} and due_at < ${newSince})
  )`;
  await tx.db
    .updateTable('delivery_lanes')
    .set({ due_at: moved(tx, 'due_at', byMs) })
    .where(isFormer('held_by'))
    .execute();
  await tx.db
    .updateTable('mailboxes')
    .set({ due_at: moved(tx, 'due_at', byMs) })
    .where(isFormer('leased_by'))
    .execute();
  await tx.db
    .updateTable('jobs')
    .set({ due_at: moved(tx, 'due_at', byMs), leased_until: moved(tx, 'leased_until', byMs) })
    .where('status', '=', 'pending')
    .where(isFormer('leased_by'))
    .execute();
}

/** Due times of requests that read the clock before it was set back and were committed after that. */
export type LateWrites = { from: Date; upTo: Date; byMs: number };

/**
 * Moves due times that were committed late by `byMs`, as the others were moved, except of claimed work.
 */
export async function moveLateWrites(tx: Tx, { from, upTo, byMs }: LateWrites): Promise<void> {
  await tx.db
    .updateTable('delivery_lanes')
    .set({ due_at: moved(tx, 'due_at', byMs) })
    .where('held_by', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<=', upTo)
    .execute();
  await tx.db
    .updateTable('mailboxes')
    .set({ due_at: moved(tx, 'due_at', byMs) })
    .where('leased_by', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<=', upTo)
    .execute();
  await tx.db
    .updateTable('jobs')
    .set({ due_at: moved(tx, 'due_at', byMs) })
    .where('status', '=', 'pending')
    .where('leased_by', 'is', null)
    .where('due_at', '>=', from)
    .where('due_at', '<=', upTo)
    .execute();
}

function moved(tx: Tx, column: string, byMs: number): RawBuilder<Date> {
  const by = sql.lit(Math.round(byMs));
  return tx.isPostgres
    ? sql<Date>`${sql.ref(column)} + ${by} * interval '1 millisecond'`
    : sql<Date>`${sql.ref(column)} + ${by}`;
}
