import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { ConversationChanges } from '../update-conversation.ts';
import { changesByActivity } from './changes-by-message.ts';
import { tell } from '../../events/tell.ts';
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
  const messageId = await insertMessageRow(tx, row, now);
  await tell(tx, { is: 'activity', accountId: account.id, conversationId, messageId });
  return changesByActivity({ id: messageId }, now);
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
