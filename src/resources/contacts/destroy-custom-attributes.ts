import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordContactUpdated } from '../../events/record-contact.ts';
import { lockContact } from './find-contact.ts';

/**
 * Removes the custom attributes `keys` from the contact; missing ones are ignored.
 * @throws AppError `not_found`, "Contact not found"
 */
export function destroyCustomAttributes(
  tx: Tx,
  account: AccountRecord,
  id: number,
  keys: readonly string[],
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    const before = found(await lockContact(tx, account.id, id), 'Contact');
    const dropped = new Set(keys);
    const left = Object.entries(before.customAttributes).filter(([key]) => !dropped.has(key));
    const after: ContactRecord = { ...before, customAttributes: Object.fromEntries(left) };
    await tx.db
      .updateTable('contacts')
      .set({ custom_attributes: json(after.customAttributes), updated_at: now })
      .where('id', '=', id)
      .execute();
    await recordContactUpdated(tx, before, after, account, now);
    return after;
  });
}
