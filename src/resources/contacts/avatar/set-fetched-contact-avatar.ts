import type { Tx } from '../../../db/tx.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import type { AvatarFile } from '../../files/check-avatar.ts';
import { setFetchedAvatar } from '../../files/set-fetched-avatar.ts';
import { lockContact } from '../find-contact.ts';

/**
 * Gives the contact the picture that the job `jobId` has fetched. Returns its address; null when it is not wanted any more:
 * the contact is gone, or has been given or asked for another picture meanwhile.
 */
export function setFetchedContactAvatar(
  tx: Tx,
  accountId: number,
  id: number,
  picture: AvatarFile,
  jobId: number,
  now: Date,
): Promise<string | null> {
  return inTransaction(tx, async (tx) => {
    const before = await lockContact(tx, accountId, id);
    if (!before) return null;
    const url = await setFetchedAvatar(tx, { type: 'Contact', id }, picture, jobId, now);
    if (url === null) return null;
    await tx.db.updateTable('contacts').set({ updated_at: now }).where('id', '=', id).execute();
    const account = await tx.db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await recordContactUpdated(tx, before, { ...before, avatarUrl: url }, account, now);
    return url;
  });
}
