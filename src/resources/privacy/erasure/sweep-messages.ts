import { filesOf } from '../../../conversations/messages/thumbnails.ts';
import { inList, json, withRowLock } from '../../../db/dialect.ts';
import { dropFiles } from '../../../storage/drop-files.ts';
import { countPart } from './count-rows.ts';
import { removeBlobs } from './remove-blobs.ts';
import type { Subject } from './subject.ts';
import type { Sweep } from './sweep.ts';
import { LOOKED_AT } from './sweep.ts';

/** The text of a deleted message, as after deletion by a member. */
const DELETED = 'This message was deleted';

type MessageRow = { id: number };

/**
 * Blanks the contact's messages in conversations of other contacts, such as an answer to a copied mail.
 */
export function messagesOf({ accountId, contactIds }: Subject, now: Date): Sweep<MessageRow> {
  return {
    read: (tx, after) =>
      // No index leads to them, so all messages are read.
      tx.aside.db
        .selectFrom('messages')
        .select('id')
        .where('account_id', '=', accountId)
        .where('sender_type', '=', 'Contact')
        .where('sender_id', 'in', contactIds)
        .where('id', '>', after)
        .orderBy('id')
        .limit(LOOKED_AT)
        .execute(),
    isAbout: () => true,
    async remove(tx, ids) {
      const list = JSON.stringify(ids);
      const places = tx.db
        .selectFrom('messages')
        .select('conversation_id')
        .where(inList(tx, 'id', list));
      const conversations = tx.db.selectFrom('conversations').select('id').where('id', 'in', places).orderBy('id');
      await withRowLock(tx, conversations).execute();
      const counts = await countPart(tx, { conversationIds: [], messageIds: ids });
      const blobs = await removeBlobs(tx, accountId, ids, now);
      const files = await tx.db
        .deleteFrom('attachments')
        .where(inList(tx, 'message_id', list))
        .returning(['key', 'file_type as fileType'])
        .execute();
      await dropFiles(tx, files.flatMap(filesOf), now);
      for (const table of ['message_sources', 'received_files', 'sendings', 'csat_survey_responses'] as const) {
        await tx.db
          .deleteFrom(table)
          .where(inList(tx, 'message_id', list))
          .execute();
      }
      await tx.db
        .updateTable('messages')
        .set({
          content: DELETED,
          content_type: 'text',
          content_attributes: json({ deleted: true }),
          additional_attributes: json({}),
          source_id: null,
          external_error: null,
          sender_id: null,
          sender_type: null,
          attachments_count: 0,
          updated_at: now,
        })
        .where(inList(tx, 'id', list))
        .execute();
      return { ...counts, ...blobs };
    },
  };
}
