import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import type { NotificationType } from '../../entities/notification.ts';
import { type Candidate, findFollowers } from './find-candidates.ts';
import { wishesOf } from './wishes-of.ts';
import { writeNotifications } from './write-notifications.ts';

type Audience = {
  /** The assignee and the participants as they were before the message. */
  followers: readonly Candidate[];
  mentionedIds: readonly number[];
  /** The user who wrote it; null = the contact, a bot or the system. */
  authorId: number | null;
};

/**
 * Notifies mentioned users, the assignee and the participants of a new message, each once, and not its author. Muted
 * conversations notify no one, and conversations of blocked contacts only mentioned users.
 */
export async function notifyOfMessage(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  { followers, mentionedIds, authorId }: Audience,
  now: Date,
): Promise<void> {
  if (conversation.muted) return;
  // Mentioned users are participants from now on.
  const candidates = mentionedIds.length > 0 ? await findFollowers(tx, conversation.id) : followers;
  const recipients = candidates
    .filter(({ userId }) => userId !== authorId)
    .map((candidate) => wishesOf(candidate, typeFor(candidate.userId, conversation, mentionedIds)))
    .filter(({ type }) => !conversation.contact.blocked || type === 'conversation_mention');
  await writeNotifications(tx, recipients, { conversation, secondaryActor: { type: 'Message', id: message.id } }, now);
}

function typeFor(userId: number, { assignee }: ConversationRecord, mentionedIds: readonly number[]): NotificationType {
  if (mentionedIds.includes(userId)) return 'conversation_mention';
  return userId === assignee?.id ? 'assigned_conversation_new_message' : 'participating_conversation_new_message';
}
