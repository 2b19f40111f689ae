import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';

/**
 * Whether the contact came with the visitor, and nobody else is known by it: not one whose address the visitor named, and
 * whose values may be somebody else's.
 */
export async function isOwnContact(tx: Tx, { contact, contactInbox }: ContactCaller): Promise<boolean> {
  if (!contactInbox.madeContact) return false;
  const other = await tx.db
    .selectFrom('contact_inboxes')
    .select('id')
    .where('contact_id', '=', contact.id)
    .where('id', '!=', contactInbox.id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
