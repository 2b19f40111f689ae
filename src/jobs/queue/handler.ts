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
 * Does the work of a kind of job, outside of transactions of the runner. It may run twice for a job whose process was killed,
 * and must not repeat work that is done.
 *
 * Its error is stored, and the job tried again later, up to nine times within about a day; attempts that end with a temporary
 * fault of the database or a disk are not counted. An AppError other than `unavailable` ends the job.
 */
export type JobHandler = (app: App, payload: Attributes, job: JobUnderWay) => Promise<void>;
