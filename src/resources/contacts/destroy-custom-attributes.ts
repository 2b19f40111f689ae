import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordContactUpdated } from '../../events/record-contact.ts';
import { lockContact } from './find-contact.ts';

/**
 * Removes these custom attributes from the contact; missing ones are ignored.
 * @throws AppError `not_found`, "Contact not found"
 */
export function destroyCustomAttributes(
  em: EntityManager,
  account: AccountRecord,
  id: number,
  keys: readonly string[],
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(em, async (em) => {
    const before = found(await lockContact(em, account.id, id), 'Contact');
    const dropped = new Set(keys);
    const left = Object.entries(before.customAttributes).filter(([key]) => !dropped.has(key));
    const after: ContactRecord = { ...before, customAttributes: Object.fromEntries(left) };
    await db(em)
      .updateTable('contacts')
      .set({ custom_attributes: json(after.customAttributes), updated_at: now })
      .where('id', '=', id)
      .execute();
    await recordContactUpdated(em, before, after, account, now);
    return after;
  });
}
