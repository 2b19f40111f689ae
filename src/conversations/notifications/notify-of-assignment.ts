import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { findFollowers } from './find-candidates.ts';
import { wishesOf } from './wishes-of.ts';
import { writeNotifications } from './write-notifications.ts';

/**
 * Notifies the assignee of a locked conversation that has just been assigned to them, unless they did it themselves,
 * or it is muted, pending, or of a blocked contact. `actor` null = the system.
 */
export async function notifyOfAssignment(
  tx: Tx,
  conversation: ConversationRecord,
  actor: Actor | null,
  now: Date,
): Promise<void> {
  const { assignee, muted, contact, status } = conversation;
  const isUser = actor?.type === 'User';
  if (!assignee || muted || contact.blocked || status === 'pending') return;
  if (isUser && actor.id === assignee.id) return;
  const candidates = await findFollowers(tx, conversation.id);
  const recipients = candidates
    .filter(({ userId }) => userId === assignee.id)
    .map((candidate) => wishesOf(candidate, 'conversation_assignment'));
  const secondaryActor = isUser ? { type: 'User' as const, id: actor.id } : null;
  await writeNotifications(tx, recipients, { conversation, secondaryActor }, now);
}
