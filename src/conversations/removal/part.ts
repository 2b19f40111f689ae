import { inList } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { FILE_TYPES } from '../../entities/attachment.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { subtractRemoved } from '../reporting/append-changes.ts';
import { filesOf } from '../messages/thumbnails.ts';
import { removeConversations } from '../remove-conversations.ts';

/** Most messages removed in a transaction: with their dependent rows, some milliseconds on SQLite. */
const MOST_MESSAGES = 200;
/** Most conversations removed in a transaction. */
export const MOST_CONVERSATIONS = 20;

/** The rows for a transaction: whole conversations, or some messages of a large conversation. */
export type Part = { conversationIds: number[]; messageIds: number[] };

/** How much was removed; `bytes` of the files that were attached, without thumbnails. */
export type Removed = { conversations: number; messages: number; files: number; bytes: number };

/**
 * Locks and returns the first part to remove of these conversations, by row key: several conversations, or only the oldest
 * messages of the first, so that no transaction takes long.
 */
export async function planPart(tx: Tx, ids: readonly number[]): Promise<Part> {
  const part: Part = { conversationIds: [], messageIds: [] };
  for (const conversationId of ids.slice(0, MOST_CONVERSATIONS)) {
    const left = MOST_MESSAGES - part.messageIds.length;
    const found = (await oldestOf(tx, { conversationId, most: left + 1 })).map(({ id }) => id);
    if (found.length > left) {
      return part.conversationIds.length > 0 ? part : { ...part, messageIds: found.slice(0, left) };
    }
    part.conversationIds.push(conversationId);
    part.messageIds.push(...found);
  }
  return part;
}

const oldestOf = prepared((db, values: Placeholders<{ conversationId: number; most: number }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .orderBy('id')
    .limit(values.most),
);

/** Removes what was planned, and queues the removal of the files. */
export async function removePart(tx: Tx, { conversationIds, messageIds }: Part, now: Date): Promise<Removed> {
  const ids = JSON.stringify(messageIds);
  const attached = await tx.db
    .selectFrom('attachments')
    .select(['key', 'file_type as fileType', 'file_size as fileSize'])
    .where(inList(tx, 'message_id', ids))
    .where('file_type', 'in', FILE_TYPES)
    .execute();
  const removed = {
    conversations: conversationIds.length,
    messages: messageIds.length,
    files: attached.length,
    bytes: attached.reduce((sum, { fileSize }) => sum + fileSize, 0),
  };
  if (conversationIds.length > 0) await removeConversations(tx, conversationIds, now);
  else {
    await subtractRemoved(tx, { conversationIds, messageIds });
    await dropFiles(tx, attached.flatMap(filesOf), now);
    await tx.db
      .deleteFrom('messages')
      .where(inList(tx, 'id', ids))
      .execute();
  }
  return removed;
}

/** Whether the part is all of these conversations. */
export const isWhole = (part: Part, ids: readonly number[]) => part.conversationIds.length === ids.length;
