import type { AccountRecord } from '../../records/account.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';
import { touchInboxes } from './write-inbox.ts';

/** Leaves the inbox without a picture. @throws AppError `not_found` when the inbox is gone */
export function removeInboxAvatar(em: EntityManager, account: AccountRecord, id: number, now: Date): Promise<InboxRow> {
  return inTransaction(em, async (em) => {
    await lockInbox(em, id);
    await touchInboxes(em, account.id, now);
    const before = found(await findInbox(em, account.id, id), 'Inbox');
    await removeAvatar(em, { type: 'Inbox', id }, now);
    await db(em).updateTable('inboxes').set({ updated_at: now }).where('id', '=', id).execute();
    const inbox = { ...before, avatarUrl: null, updatedAt: now };
    await recordInboxUpdated(em, before, inbox, account, now);
    return inbox;
  });
}
