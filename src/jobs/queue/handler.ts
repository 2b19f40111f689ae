import type { App } from '../../app.ts';
import type { Attributes } from '../../entities/columns.ts';

/** A job that this process runs. */
export type JobUnderWay = {
  id: number;
  /** The account that it is for; null = the installation. */
  accountId: number | null;
  /** Attempts before this one. */
  attemptsCount: number;
  createdAt: Date;
  /** Aborted when the process has to stop and cannot wait any longer; the job is then started again elsewhere. */
  signal: AbortSignal;
};

/**
 * Does the work of one kind of job, outside of any transaction of the runner's. It may come twice for one job, when a
 * process was killed in the middle: what was done the first time must not be done again.
 *
 * What it throws is written down, and the job tried again later, up to nine times in all within about a day; attempts
 * that end with a passing fault of the database or a disk are not counted. An AppError says that trying again is
 * useless, unless it is `unavailable`.
 */
export type JobHandler = (app: App, payload: Attributes, job: JobUnderWay) => Promise<void>;
