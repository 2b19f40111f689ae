import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropAvatarJob, type Owner } from './avatar-owner.ts';
import type { AvatarFile } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Makes `picture`, which has passed `checkAvatar`, the owner's, in place of the present one and of one that is being
 * fetched. Returns its address.
 */
export function setAvatar(tx: Tx, owner: Owner, picture: AvatarFile, now: Date): Promise<string> {
  return inTransaction(tx, async (tx) => {
    const url = await writeAvatar(tx, owner, picture, now);
    await dropAvatarJob(tx, owner);
    return url;
  });
}
