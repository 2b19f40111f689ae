import { inList } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { filesOf } from './thumbnails.ts';

/** Keys of the files that are attached to the messages of the conversations with these row keys, smaller pictures included. */
export async function attachedFiles(em: EntityManager, conversationIds: number[]): Promise<string[]> {
  if (conversationIds.length === 0) return [];
  const files = await db(em)
    .selectFrom('attachments as x')
    .innerJoin('messages as m', 'm.id', 'x.message_id')
    .select(['x.key', 'x.file_type as fileType'])
    .where(inList(em, 'm.conversation_id', JSON.stringify(conversationIds)))
    .execute();
  return files.flatMap(filesOf);
}
