import type { Tx } from '../../../db/tx.ts';
import type { Actor } from '../../../records/actor.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { found } from '../../../errors.ts';
import { findVisibleInbox } from '../../inboxes/find-visible-inbox.ts';
import { columns } from '../../../records/columns.ts';
import { CONTACT } from '../../../records/contact.ts';

/**
 * The contact with the source id in the account's inbox.
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
  const contact = await tx.db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('contacts as c', 'c.id', 'ci.contact_id')
    .select(columns('c', CONTACT))
    .where('ci.inbox_id', '=', inboxId)
    .where('ci.source_id', '=', sourceId)
    .executeTakeFirst();
  return found(contact, 'Contact');
}
