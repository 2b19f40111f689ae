import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockPendingJob } from '../../queue.ts';
import { type Owner, TABLES } from './avatar-owner.ts';
import type { Picture } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Makes the picture fetched by the job `jobId` the owner's. Null when it is no longer wanted: the owner was deleted, or
 * has got another picture or request since.
 */
export function setFetchedAvatar(
  em: EntityManager,
  owner: Owner,
  picture: Picture,
  jobId: number,
  now: Date,
): Promise<string | null> {
  return inTransaction(em, async (em) => {
    // Locks the owner before the job, as requests for another picture do.
    const row = db(em).selectFrom(TABLES[owner.type]).select('id').where('id', '=', owner.id);
    if (!(await withRowLock(em, row).executeTakeFirst()) || !(await lockPendingJob(em, jobId))) return null;
    return writeAvatar(em, owner, picture, now);
  });
}
