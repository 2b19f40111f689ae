import type { Tx } from '../../db/tx.ts';
import { JOB_STATUSES, type JobStatus } from '../../entities/job.ts';

/** Which jobs; an absent key matches all. */
export type JobFilter = { status?: JobStatus | undefined; kind?: string | undefined };

export type JobRow = Awaited<ReturnType<typeof listJobs>>[number];

/** The newest jobs that match, at most `limit`, newest first. */
export function listJobs(tx: Tx, { status, kind }: JobFilter, limit: number) {
  return tx.db
    .selectFrom('jobs')
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .select([
      'id',
      'kind',
      'account_id as accountId',
      'status',
      'attempts_count as attemptsCount',
      'due_at as dueAt',
      'leased_until as leasedUntil',
      'last_error as lastError',
      'created_at as createdAt',
      'finished_at as finishedAt',
    ])
    .execute();
}

/** The number of jobs of each status. */
export async function countJobs(tx: Tx): Promise<Record<JobStatus, number>> {
  const rows = await tx.db
    .selectFrom('jobs')
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number | string>().as('count')])
    .execute();
  const countOf = (status: JobStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return Object.fromEntries(JOB_STATUSES.map((status) => [status, countOf(status)])) as Record<JobStatus, number>;
}
