import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forgetAvatar, type Owner, setAvatarUrl } from './avatar-owner.ts';

/** Leaves the owner without a picture, even if one is being fetched. */
export function removeAvatar(tx: Tx, owner: Owner, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await setAvatarUrl(tx, owner, null);
    await forgetAvatar(tx, owner, now);
  });
}
