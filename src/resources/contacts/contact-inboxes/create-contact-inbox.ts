import type { Tx } from '../../../db/tx.ts';
import type { Actor } from '../../../records/actor.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findVisibleInbox } from '../../inboxes/find-visible-inbox.ts';
import { type ContactInboxKey, ensureContactInbox } from '../../../conversations/ensure-contact-inbox.ts';

/**
 * `sourceId` null = any that the contact has in the inbox, or else the one that the channel makes. `hmacVerified`
 * and `madeContact` (as `ensureContactInbox`) count for a new contact inbox only.
 */
export type NewContactInbox = {
  inboxId: number;
  sourceId: string | null;
  hmacVerified: boolean;
  madeContact?: boolean;
};

/**
 * Adds the contact to an inbox of the account; an existing contact inbox stays as it is.
 * @throws AppError `not_found` for the inbox or the contact, `access_denied` when `actor` does not see the inbox,
 *   `invalid` when another contact has the source id there, it does not suit the channel, or the contact lacks the
 *   address that the channel needs
 */
export function createContactInbox(
  tx: Tx,
  accountId: number,
  contactId: number,
  input: NewContactInbox,
  actor: Actor,
  now: Date,
): Promise<ContactInboxKey> {
  return inTransaction(tx, async (tx) => {
    await findVisibleInbox(tx, accountId, input.inboxId, actor);
    return ensureContactInbox(tx, { contactId, ...input }, now);
  });
}
