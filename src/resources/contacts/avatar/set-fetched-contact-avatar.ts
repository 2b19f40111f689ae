import { db, type EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import type { Picture } from '../../files/check-avatar.ts';
import { setFetchedAvatar } from '../../files/set-fetched-avatar.ts';
import { lockContact } from '../find-contact.ts';

/**
 * Gives the contact the picture that the job `jobId` has fetched. Returns its address; null when it is not wanted any more:
 * the contact is gone, or has been given or asked for another picture meanwhile.
 */
export function setFetchedContactAvatar(
  em: EntityManager,
  accountId: number,
  id: number,
  picture: Picture,
  jobId: number,
  now: Date,
): Promise<string | null> {
  return inTransaction(em, async (em) => {
    const before = await lockContact(em, accountId, id);
    if (!before) return null;
    const url = await setFetchedAvatar(em, { type: 'Contact', id }, picture, jobId, now);
    if (url === null) return null;
    await db(em).updateTable('contacts').set({ updated_at: now }).where('id', '=', id).execute();
    const account = await db(em)
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await recordContactUpdated(em, before, { ...before, avatarUrl: url }, account, now);
    return url;
  });
}
