import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockPendingJob } from '../../queue.ts';
import { type Owner, TABLES } from './avatar-owner.ts';
import type { AvatarFile } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Makes the picture fetched by the job `jobId` the owner's, and returns its address. Null when it is no longer wanted:
 * the owner was deleted, or has been given or asked for another picture since.
 */
export function setFetchedAvatar(
  tx: Tx,
  owner: Owner,
  picture: AvatarFile,
  jobId: number,
  now: Date,
): Promise<string | null> {
  return inTransaction(tx, async (tx) => {
    // Locks the owner before the job, as requests for another picture do.
    const row = tx.db.selectFrom(TABLES[owner.type]).select('id').where('id', '=', owner.id);
    if (!(await withRowLock(tx, row).executeTakeFirst()) || !(await lockPendingJob(tx, jobId))) return null;
    return writeAvatar(tx, owner, picture, now);
  });
}
