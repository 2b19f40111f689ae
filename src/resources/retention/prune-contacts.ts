import { inList, withDeletionLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { tell } from '../../events/tell.ts';
import { columns } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import { contactBlock } from '../../wire/conversation-blocks.ts';
import { adjustContactsCount } from '../contacts/write-contact.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { isUntouched } from './old-contacts.ts';

/** Contacts that go in one transaction. */
export const MOST_CONTACTS = 25;

/**
 * Removes those of the account's contacts with these ids that have no conversation, and have neither been changed nor
 * active since; returns their ids. Sockets are told of it as when a member deletes a contact.
 */
export function pruneContacts(
  tx: Tx,
  { accountId, since }: { accountId: number; since: Date },
  contactIds: readonly number[],
  now: Date,
): Promise<number[]> {
  return inTransaction(tx, async (tx) => {
    const ids = JSON.stringify(contactIds);
    const named = tx.db.selectFrom('contacts').select('id').where('account_id', '=', accountId);
    await withDeletionLock(tx, named.where(inList(tx, 'id', ids)).orderBy('id')).execute();
    // Read after the lock, which a new conversation may have kept waiting.
    const contacts = await tx.db
      .selectFrom('contacts as c')
      .select(columns('c', CONTACT))
      .where('c.account_id', '=', accountId)
      .where(inList(tx, 'c.id', ids))
      .where(isUntouched(since, now))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('conversations as v').select('v.id').whereRef('v.contact_id', '=', 'c.id'))),
      )
      .orderBy('c.id')
      .execute();
    if (contacts.length === 0) return [];

    await adjustContactsCount(tx, accountId, -contacts.length);
    for (const { id } of contacts) await forgetAvatar(tx, { type: 'Contact', id }, now);
    const gone = contacts.map(({ id }) => id);
    await tx.db
      .deleteFrom('contacts')
      .where(inList(tx, 'id', JSON.stringify(gone)))
      .execute();
    for (const contact of contacts) {
      await tell(tx, { is: 'contact deleted', accountId, contact: contactBlock(contact) as Attributes });
    }
    return gone;
  });
}
