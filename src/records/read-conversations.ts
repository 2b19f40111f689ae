import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from './conversation.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { found } from '../errors.ts';
import { completeConversations } from './complete-conversations.ts';
import { selectConversations } from './select-conversations.ts';

/** The account's conversation with this number; null when there is none. */
export async function findConversation(
  tx: Tx,
  accountId: number,
  displayId: number,
): Promise<ConversationRecord | null> {
  const [conversation] = await completeConversations(tx, await byDisplayId(tx, { accountId, displayId }));
  return conversation ?? null;
}

/** The conversation with this row key. */
export async function readConversation(tx: Tx, id: number): Promise<ConversationRecord> {
  const [conversation] = await completeConversations(tx, await byId(tx, { id }));
  return found(conversation, 'Conversation');
}

/**
 * As `readConversation`, with the row locked until the end of the transaction. Every command that changes a conversation
 * or adds to it does this first, before it locks anything else, so that no two transactions wait for each other.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function lockConversation(tx: Tx, id: number): Promise<ConversationRecord> {
  // Not in one statement: PostgreSQL would read the contact as it was before the wait for the lock.
  if (tx.isPostgres) await lockRow(tx, { id });
  return readConversation(tx, id);
}

const lockRow = prepared((db, values: Placeholders<{ id: number }>) =>
  db.selectFrom('conversations').select('id').where('id', '=', values.id).forNoKeyUpdate(),
);

const byDisplayId = prepared((db, values: Placeholders<{ accountId: number; displayId: number }>) =>
  selectConversations(db).where('c.account_id', '=', values.accountId).where('c.display_id', '=', values.displayId),
);
const byId = prepared((db, values: Placeholders<{ id: number }>) =>
  selectConversations(db).where('c.id', '=', values.id),
);
