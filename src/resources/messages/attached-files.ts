import { db, type EntityManager } from '../../db/orm.ts';
import { filesOf } from './thumbnails.ts';

/** Conversations: one by its row key, all of a contact, or all of an inbox. */
export type Whose = { column: 'id' | 'contact_id' | 'inbox_id'; id: number };

/** Keys of the files that are attached to the conversations' messages, smaller pictures included. */
export async function attachedFiles(em: EntityManager, conversations: Whose): Promise<string[]> {
  const files = await db(em)
    .selectFrom('attachments as x')
    .innerJoin('messages as m', 'm.id', 'x.message_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['x.key', 'x.file_type as fileType'])
    .where(`c.${conversations.column}`, '=', conversations.id)
    .execute();
  return files.flatMap(filesOf);
}
