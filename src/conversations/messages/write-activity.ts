import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { ConversationChanges } from '../update-conversation.ts';
import { insertMessageRow } from './insert-message.ts';

/**
 * Writes what happened to the conversation, for the team to read: "Alice set the priority to high". Returns what that
 * changes of the conversation, for the caller to write with the rest.
 */
export async function writeActivity(
  tx: Tx,
  { account, inbox, id: conversationId }: ConversationRecord,
  content: string,
  now: Date,
): Promise<ConversationChanges> {
  const row = { ...ACTIVITY, accountId: account.id, inboxId: inbox.id, conversationId, content };
  return { lastMessageId: await insertMessageRow(tx, row, now), lastActivityAt: now, updatedAt: now };
}

const ACTIVITY = {
  messageType: 'activity',
  contentType: 'text',
  contentAttributes: {},
  additionalAttributes: {},
  status: 'sent',
  externalError: null,
  private: false,
  sourceId: null,
  senderType: null,
  senderId: null,
  attachmentsCount: 0,
} as const;
