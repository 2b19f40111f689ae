import type { ReceivedContact } from '../../../channels/receiving/receiver.ts';
import type { MessagePlace } from '../../../conversations/receiving/message-sources.ts';
import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { noteIdsOf } from './note-ids.ts';
import { learned } from '../receive-contact.ts';

/**
 * Stores all ids that the provider tells of the contact who got this message, as `receiveContact` does for senders. Call it in a
 * transaction.
 */
export async function noteRecipient(
  tx: Tx,
  place: { account: AccountRecord; inboxId: number },
  { conversationId }: MessagePlace,
  to: ReceivedContact,
  now: Date,
): Promise<void> {
  const contactInbox = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .select(['ci.id', 'ci.contact_id as contactId', 'ci.inbox_id as inboxId', 'ci.source_id as sourceId'])
    .where('c.id', '=', conversationId)
    .where('ci.inbox_id', '=', place.inboxId)
    .executeTakeFirst();
  if (!contactInbox) return;
  await learned(tx, place.account, await noteIdsOf(tx, place, contactInbox, to, now), to, now);
}
