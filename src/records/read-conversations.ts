import type { ConversationRecord } from './conversation.ts';
import { isPostgres } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { EntityManager } from '../db/orm.ts';
import { found } from '../errors.ts';
import { completeConversations } from './complete-conversations.ts';
import { selectConversations } from './select-conversations.ts';

/** The account's conversation with this number; null when there is none. */
export async function findConversation(
  em: EntityManager,
  accountId: number,
  displayId: number,
): Promise<ConversationRecord | null> {
  const [conversation] = await completeConversations(em, await byDisplayId(em, { accountId, displayId }));
  return conversation ?? null;
}

/** The conversation with this row key. */
export async function readConversation(em: EntityManager, id: number): Promise<ConversationRecord> {
  const [conversation] = await completeConversations(em, await byId(em, { id }));
  return found(conversation, 'Conversation');
}

/**
 * Locks the conversation until the end of the transaction, then reads it.
 * @throws AppError `not_found`, "Conversation not found", when it has been deleted
 */
export async function lockConversation(em: EntityManager, id: number): Promise<ConversationRecord> {
  await lockConversationRow(em, id);
  return readConversation(em, id);
}

/**
 * Locks the conversation without reading it. Every change of a conversation or of what belongs to it locks this row
 * before any other, so that no two transactions wait for each other.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function lockConversationRow(em: EntityManager, id: number): Promise<void> {
  const [row] = await lockById(em, { id });
  found(row, 'Conversation');
}

/** SQLite has one writer, so there it only checks that the conversation exists. */
const lockById = prepared((db, values: Placeholders<{ id: number }>, _: void, em) => {
  const query = db.selectFrom('conversations').select('id').where('id', '=', values.id);
  return isPostgres(em) ? query.forNoKeyUpdate() : query;
});

const byDisplayId = prepared((db, values: Placeholders<{ accountId: number; displayId: number }>) =>
  selectConversations(db).where('c.account_id', '=', values.accountId).where('c.display_id', '=', values.displayId),
);
const byId = prepared((db, values: Placeholders<{ id: number }>) =>
  selectConversations(db).where('c.id', '=', values.id),
);
