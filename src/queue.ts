import { json } from './db/dialect.ts';
import { db, type EntityManager } from './db/orm.ts';
import type { Attributes } from './entities/columns.ts';

/** Slow work to be done after the commit. */
export type NewJob = {
  /** What is to be done: the name of a file in src/jobs, in snake case. */
  kind: string;
  /** Null = for the installation. */
  accountId: number | null;
  payload: Attributes;
};

/** Writes the job down in the transaction of the change that asks for it: both are kept, or neither is. */
export async function enqueue(em: EntityManager, job: NewJob, now: Date): Promise<void> {
  await db(em)
    .insertInto('jobs')
    .values({
      kind: job.kind,
      account_id: job.accountId,
      payload: json(job.payload),
      due_at: now,
      created_at: now,
    })
    .execute();
}
