import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropAvatarJob, type Owner } from './avatar-owner.ts';
import type { AvatarFile } from './check-avatar.ts';
import { writeAvatar } from './write-avatar.ts';

/**
 * Sets `picture`, which has passed `checkAvatar`, as the owner's, replacing the present picture and any pending fetch.
 * Returns its address.
 */
export function setAvatar(tx: Tx, owner: Owner, picture: AvatarFile, now: Date): Promise<string> {
  return inTransaction(tx, async (tx) => {
    const url = await writeAvatar(tx, owner, picture, now);
    await dropAvatarJob(tx, owner);
    return url;
  });
}
