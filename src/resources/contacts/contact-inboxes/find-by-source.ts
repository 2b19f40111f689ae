import type { Tx } from '../../../db/tx.ts';
import type { Actor } from '../../../records/actor.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { found } from '../../../errors.ts';
import { findVisibleInbox } from '../../inboxes/find-visible-inbox.ts';
import { findById } from '../../../conversations/contact-keys.ts';
import { readContact } from '../find-contact.ts';

/**
 * The contact who is known in the account's inbox by this source id, or by it as another id of theirs.
 * @throws AppError `not_found`, "Inbox not found" or "Contact not found"; `access_denied` when `actor` does not see the
 *   inbox
 */
export async function findBySource(
  tx: Tx,
  accountId: number,
  inboxId: number,
  sourceId: string,
  actor: Actor,
): Promise<ContactRecord> {
  await findVisibleInbox(tx, accountId, inboxId, actor);
  const { contactId } = found(await findById(tx, inboxId, sourceId), 'Contact');
  return readContact(tx, accountId, contactId);
}
