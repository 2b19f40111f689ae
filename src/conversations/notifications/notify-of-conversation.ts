import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { findThoseWhoWantNew } from './find-candidates.ts';
import { wishesOf } from './wishes-of.ts';
import { writeNotifications } from './write-notifications.ts';

/**
 * Notifies the members of the inbox who want mails or push messages about new conversations, except the one who made it;
 * also of one that a bot hands over. Its assignee hears of the assignment instead, and no one of a conversation that is
 * pending, snoozed or muted, or of a blocked contact.
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
