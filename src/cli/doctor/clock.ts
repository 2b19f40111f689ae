import { openTx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { type Orm } from '../../db/orm.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { type Check, failed, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

/** How far two clocks may differ without a warning, and how far without a failure. */
const SLIGHT_MS = 5 * SECOND;
const MUCH_MS = MINUTE;
const ADVICE = 'set the clock of this machine by a time server, for example with "timedatectl set-ntp true"';
/** Tables whose newest row has the highest id. */
const TABLES = ['events', 'jobs', 'messages', 'users'] as const;

/**
 * Checks this machine's clock: that it agrees with PostgreSQL's, and that no event, job, message or user was written
 * later than it shows.
 */
export const clockCheck = ({ currentOrm }: DoctorContext): Check => ({
  name: 'clock',
  async look() {
    const orm = await currentOrm();
    const drift = openTx(orm).isPostgres ? await driftOf(orm) : 0;
    const size = Math.abs(drift);
    const words = `${Math.round(size / SECOND)} s ${drift > 0 ? 'behind' : 'ahead of'} the database server's`;
    if (size > MUCH_MS) return failed(`this clock is ${words}`, ADVICE);
    if (size > SLIGHT_MS) return warning(`this clock is ${words}`, ADVICE);

    const newest = await newestRow(orm);
    if (newest !== null && newest.getTime() - Date.now() > SLIGHT_MS) {
      return failed(`this clock is behind: something was written at ${newest.toISOString()}`, ADVICE);
    }
    return ok(`${new Date().toISOString().slice(0, 19)}Z, nothing was written later`);
  },
});

/** Milliseconds by which the database server's clock is ahead of this machine's. */
async function driftOf(orm: Orm): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(openTx(orm).db);
  return (rows[0]?.now.getTime() ?? Date.now()) - Date.now();
}

async function newestRow(orm: Orm): Promise<Date | null> {
  let newest: Date | null = null;
  for (const table of TABLES) {
    const row = await openTx(orm)
      .db.selectFrom(table)
      .select('created_at')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row && (newest === null || row.created_at > newest)) newest = row.created_at;
  }
  return newest;
}
