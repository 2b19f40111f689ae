import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import { removeAvatar } from '../../files/remove-avatar.ts';
import { lockContact } from '../find-contact.ts';

/**
 * Leaves the contact without a picture, even if one is being fetched.
 * @throws AppError `not_found`, "Contact not found"
 */
export function removeContactAvatar(tx: Tx, account: AccountRecord, id: number, now: Date): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    const before = found(await lockContact(tx, account.id, id), 'Contact');
    await removeAvatar(tx, { type: 'Contact', id }, now);
    const contact = { ...before, avatarUrl: null };
    await tx.db.updateTable('contacts').set({ updated_at: now }).where('id', '=', id).execute();
    await recordContactUpdated(tx, before, contact, account, now);
    return contact;
  });
}
