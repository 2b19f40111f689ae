import { db, type EntityManager } from '../../db/orm.ts';
import { JOB_STATUSES, type JobStatus } from '../../entities/job.ts';

/** Which jobs; an absent key matches all. */
export type JobFilter = { status?: JobStatus | undefined; kind?: string | undefined };

export type JobRow = Awaited<ReturnType<typeof listJobs>>[number];

/** The newest jobs that match, at most `limit`, newest first. */
export function listJobs(em: EntityManager, { status, kind }: JobFilter, limit: number) {
  return db(em)
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
export async function countJobs(em: EntityManager): Promise<Record<JobStatus, number>> {
  const rows = await db(em)
    .selectFrom('jobs')
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number | string>().as('count')])
    .execute();
  const countOf = (status: JobStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return Object.fromEntries(JOB_STATUSES.map((status) => [status, countOf(status)])) as Record<JobStatus, number>;
}
