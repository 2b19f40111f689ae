import type { Tx } from '../../../db/tx.ts';
import type { Claims } from '../../../entities/contact-inbox.ts';
import { invalidField } from '../../../errors.ts';
import { readContact } from '../find-contact.ts';

/** Where something is claimed; `contactInboxId` undefined = in the only inbox in which the contact claims something. */
export type ClaimedPlace = { contactId: number; contactInboxId: number | undefined };

/** A contact inbox with claims; `isAlone`: the contact came with it, and has no other one. */
export type Claimed = { id: number; claims: Claims; isAlone: boolean };

/**
 * The claims of the contact; null = there are none.
 * @throws AppError `not_found`, "Contact not found"; `invalid` for a contact inbox that is not theirs, and where something is
 *   claimed in several inboxes and none is named
 */
export async function readClaimed(
  tx: Tx,
  accountId: number,
  { contactId, contactInboxId }: ClaimedPlace,
): Promise<Claimed | null> {
  await readContact(tx, accountId, contactId);
  const rows = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'claims', 'made_contact as madeContact'])
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .execute();
  const named = contactInboxId === undefined ? rows : rows.filter(({ id }) => id === contactInboxId);
  if (contactInboxId !== undefined && named.length === 0) {
    throw invalidField('contact_inbox_id', 'must be the id of a contact inbox of this contact');
  }
  const [claimed, another] = named.filter(({ claims }) => Object.keys(claims).length > 0);
  if (another) {
    throw invalidField('contact_inbox_id', "can't be blank: this contact claims something in several inboxes");
  }
  return claimed ? { id: claimed.id, claims: claimed.claims, isAlone: claimed.madeContact && rows.length === 1 } : null;
}
