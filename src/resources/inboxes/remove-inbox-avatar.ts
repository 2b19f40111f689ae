import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';
import { touchInboxes } from './write-inbox.ts';

/**
 * Leaves the inbox without a picture, even if one is being fetched. @throws AppError `not_found` when the inbox is gone
 */
export function removeInboxAvatar(tx: Tx, account: AccountRecord, id: number, now: Date): Promise<InboxRow> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, id);
    await touchInboxes(tx, account.id, now);
    const before = found(await findInbox(tx, account.id, id), 'Inbox');
    await removeAvatar(tx, { type: 'Inbox', id }, now);
    await tx.db.updateTable('inboxes').set({ updated_at: now }).where('id', '=', id).execute();
    const inbox = { ...before, avatarUrl: null, updatedAt: now };
    await recordInboxUpdated(tx, before, inbox, account, now);
    return inbox;
  });
}
