import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { db, type EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import { removeAvatar } from '../../files/remove-avatar.ts';
import { lockContact } from '../find-contact.ts';

/**
 * Leaves the contact without a picture, even if one is being fetched.
 * @throws AppError `not_found`, "Contact not found"
 */
export function removeContactAvatar(
  em: EntityManager,
  account: AccountRecord,
  id: number,
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(em, async (em) => {
    const before = found(await lockContact(em, account.id, id), 'Contact');
    await removeAvatar(em, { type: 'Contact', id }, now);
    const contact = { ...before, avatarUrl: null };
    await db(em).updateTable('contacts').set({ updated_at: now }).where('id', '=', id).execute();
    await recordContactUpdated(em, before, contact, account, now);
    return contact;
  });
}
