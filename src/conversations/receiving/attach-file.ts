import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { storable } from '../../fields/storable.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { changesBetween } from '../../wire/changes.ts';
import { editMessage } from '../messages/edit-message.ts';
import { lockMessage } from '../messages/queries.ts';
import { writeAttachments } from '../messages/write-attachments.ts';
import type { MessagePlace } from './message-sources.ts';
import { readLacking } from './received-files.ts';

const ERROR_LENGTH = 500;

/**
 * Attaches the file that the message lacked under this row key. False when it does not lack it any more, or was deleted: then
 * no row names the file.
 */
export function attachFile(
  tx: Tx,
  { conversationId, messageId }: MessagePlace,
  fileId: number,
  file: StoredFile,
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, messageId);
    const lacked = await tx.db.deleteFrom('received_files').where('id', '=', fileId).executeTakeFirst();
    if (Number(lacked.numDeletedRows) === 0 || before.contentAttributes['deleted'] === true) return false;

    const place = { accountId: before.accountId, conversationId, messageId };
    const attachments = [...before.attachments, ...(await writeAttachments(tx, place, [file], now))];
    const { external_files: _, ...others } = before.contentAttributes;
    const { external_files: lacking } = await readLacking(tx, messageId);
    const contentAttributes = { ...others, ...(lacking && { external_files: lacking }) };
    await tx.db
      .updateTable('messages')
      .set({
        content_attributes: json(contentAttributes),
        attachments_count: attachments.length,
        updated_at: now,
      })
      .where('id', '=', messageId)
      .execute();
    const after = { ...before, attachments, contentAttributes, updatedAt: now };
    const changes = changesBetween(
      { content_attributes: before.contentAttributes },
      { content_attributes: contentAttributes },
    );
    await recordMessageUpdated(tx, conversation, after, changes, now);
    return true;
  });
}

/** Stores that a file cannot be had, and why, with the message too. */
export function giveUpFile(
  tx: Tx,
  { conversationId, messageId }: MessagePlace,
  fileId: number,
  error: string,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { message } = await lockMessage(tx, conversationId, messageId);
    await tx.db
      .updateTable('received_files')
      .set({ error: storable(error, ERROR_LENGTH) })
      .where('id', '=', fileId)
      .execute();
    const attributes = await readLacking(tx, messageId);
    await editMessage(tx, conversationId, messageId, { content: message.content, attributes }, now);
  });
}
