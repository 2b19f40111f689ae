import { openTx } from '../../db/tx.ts';
import { MINUTE } from '../../time.ts';
import { type Check, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

/** A running server starts due work within seconds. */
const LATE_MS = 5 * MINUTE;

/** Checks that no job of a known kind has been due for more than five minutes. */
export const jobsCheck = ({ currentOrm, now }: DoctorContext): Check => ({
  name: 'jobs',
  async look() {
    const { jobKinds } = await import('../../jobs/job-kinds.ts');
    const orm = await currentOrm();
    const { count, oldest } = await openTx(orm)
      .db.selectFrom('jobs')
      .where('status', '=', 'pending')
      .where('kind', 'in', Object.keys(jobKinds))
      .where('due_at', '<=', new Date(now.getTime() - LATE_MS))
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) return ok('nothing that is due waits');
    const since = new Date(oldest).toISOString();
    return warning(`${count} due, the oldest since ${since}`, 'is "parley serve" running, without --no-jobs?');
  },
});

/** Checks that no jobs have been given up. */
export const deadJobsCheck = ({ currentOrm }: DoctorContext): Check => ({
  name: 'dead_jobs',
  async look() {
    const { countJobs } = await import('../../jobs/queue/list-jobs.ts');
    const { dead } = await countJobs(openTx(await currentOrm()));
    if (dead === 0) return ok('none was given up');
    return warning(
      `${dead} given up`,
      '"parley jobs list --status dead" says why; "parley jobs retry" has them done again',
    );
  },
});

/** Checks that no delivery has been due for more than five minutes. */
export const deliveriesCheck = ({ currentOrm, now }: DoctorContext): Check => ({
  name: 'deliveries',
  async look() {
    const orm = await currentOrm();
    const { count, oldest } = await openTx(orm)
      .db.selectFrom('delivery_lanes')
      .where('due_at', '<=', new Date(now.getTime() - LATE_MS))
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
      .executeTakeFirstOrThrow();
    if (Number(count) === 0) return ok('nothing that is due waits');
    const since = new Date(oldest).toISOString();
    return warning(`${count} due, the oldest since ${since}`, 'is "parley serve" running, without --no-jobs?');
  },
});
