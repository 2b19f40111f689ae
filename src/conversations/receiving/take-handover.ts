import type { ReceivedHandover } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { findByIds } from '../contact-keys.ts';
import { noteActivity } from '../note-activity.ts';
import { moveConversation } from '../status/move-conversation.ts';

/**
 * Records a handover in the contact's newest conversation. A handover to the team opens the conversation, and the contact
 * waits from now on. A repeated handover without anything in between changes nothing.
 */
export function takeHandover(
  tx: Tx,
  inboxId: number,
  { provider, contact, to }: ReceivedHandover,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const known = await findByIds(tx, inboxId, [contact.sourceId, ...(contact.ids ?? []), ...(contact.aliases ?? [])]);
    const [contactInbox] = known.values();
    const newest = contactInbox && (await findNewest(tx, contactInbox.id));
    if (!newest) return;
    const text =
      to === 'team' ? `${provider} has left the chat to the team` : `Another program answers at ${provider} now`;
    if (newest.text === text) return;
    if (to === 'program') return noteActivity(tx, newest.id, text, now);
    const before = await lockConversation(tx, newest.id);
    const move = { status: statusAfter(before), waitingSince: now, activity: text, isHandover: true };
    await moveConversation(tx, before, move, now);
  });
}

/** A bot of the inbox answers first, as always. */
function statusAfter({ status, inbox }: ConversationRecord): ConversationStatus {
  if (status === 'pending') return 'pending';
  return status === 'resolved' && inbox.agentBotId !== null ? 'pending' : 'open';
}

/** The conversation, and its newest message. */
function findNewest(tx: Tx, contactInboxId: number) {
  return tx.db
    .selectFrom('conversations as c')
    .leftJoin('messages as m', 'm.id', 'c.last_message_id')
    .select(['c.id', 'm.content as text'])
    .where('c.contact_inbox_id', '=', contactInboxId)
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
