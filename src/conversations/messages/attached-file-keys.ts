import type { Tx } from '../../db/tx.ts';
import { inList } from '../../db/dialect.ts';
import { filesOf } from './thumbnails.ts';

/**
 * Keys of the files attached to messages of the conversations with these row keys, including possible thumbnails
 * (`filesOf`).
 */
export async function attachedFileKeys(tx: Tx, conversationIds: number[]): Promise<string[]> {
  if (conversationIds.length === 0) return [];
  const files = await tx.db
    .selectFrom('attachments as x')
    .innerJoin('messages as m', 'm.id', 'x.message_id')
    .select(['x.key', 'x.file_type as fileType'])
    .where(inList(tx, 'm.conversation_id', JSON.stringify(conversationIds)))
    .execute();
  return files.flatMap(filesOf);
}
