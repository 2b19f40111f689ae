import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { findThoseWhoWantNew } from './find-candidates.ts';
import { wishesOf } from './wishes-of.ts';
import { writeNotifications } from './write-notifications.ts';

/**
 * Notifies the members of the inbox who want mails or push messages about new conversations, except its creator; also when a
 * bot hands a conversation over. The assignee is notified of the assignment instead. Nobody is notified of a pending, snoozed
 * or muted conversation, or of a blocked contact's.
 */
export async function notifyOfConversation(
  tx: Tx,
  conversation: ConversationRecord,
  actor: Actor | null,
  now: Date,
): Promise<void> {
  const { status, muted, contact } = conversation;
  if (status === 'pending' || status === 'snoozed' || muted || contact.blocked) return;
  const makerId = actor?.type === 'User' ? actor.id : null;
  const candidates = await findThoseWhoWantNew(tx, conversation.id);
  const recipients = candidates
    .filter(({ userId }) => userId !== makerId && userId !== conversation.assignee?.id)
    .map((candidate) => wishesOf(candidate, 'conversation_creation'));
  await writeNotifications(tx, recipients, { conversation, secondaryActor: null }, now);
}
