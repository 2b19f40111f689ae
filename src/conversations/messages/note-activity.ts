import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { writeMessage } from './write-message.ts';

/**
 * Notes in the conversation what happened to it, for the team to read: "Alice set the priority to high". Returns the
 * conversation with the note as its newest message.
 */
export async function noteActivity(
  em: EntityManager,
  conversation: ConversationRecord,
  content: string,
  now: Date,
): Promise<ConversationRecord> {
  const activity = {
    messageType: 'activity',
    content,
    contentType: 'text',
    contentAttributes: {},
    additionalAttributes: {},
    private: false,
    sourceId: null,
    senderType: null,
    senderId: null,
    attachmentsCount: 0,
  } as const;
  const id = await writeMessage(em, conversation, activity, now);
  await db(em)
    .updateTable('conversations')
    .set({ last_message_id: id, last_activity_at: now, updated_at: now })
    .where('id', '=', conversation.id)
    .execute();
  return { ...conversation, lastMessageId: id, lastActivityAt: now, updatedAt: now };
}
