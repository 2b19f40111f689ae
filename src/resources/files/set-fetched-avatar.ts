import { withRowLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockPendingJob } from '../../queue.ts';
import { type Owner, TABLES } from './avatar-owner.ts';
import type { Picture } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Makes the picture that the job `jobId` has fetched the owner's. Returns its address; null when it is not wanted any more:
 * the owner is gone, or has been given or asked for another picture meanwhile.
 */
export function setFetchedAvatar(
  em: EntityManager,
  owner: Owner,
  picture: Picture,
  jobId: number,
  now: Date,
): Promise<string | null> {
  return inTransaction(em, async (em) => {
    // The owner before the job, as whoever asks for another picture has it.
    const row = db(em).selectFrom(TABLES[owner.type]).select('id').where('id', '=', owner.id);
    if (!(await withRowLock(em, row).executeTakeFirst()) || !(await lockPendingJob(em, jobId))) return null;
    return writeAvatar(em, owner, picture, now);
  });
}
