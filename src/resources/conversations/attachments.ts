import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { AttachmentRecord, MessageRecord } from '../../records/message.ts';
import { sql } from 'kysely';
import { readMessages } from '../../records/read-messages.ts';

/** A file of a conversation, with its message. */
export type AttachedFile = { attachment: AttachmentRecord; message: MessageRecord };

/** A page of the files in the conversation with this row key, newest first. */
export async function listAttachments(tx: Tx, conversationId: number, page: Rows): Promise<AttachedFile[]> {
  const query = tx.db
    .selectFrom('attachments')
    .select(['id', 'message_id as messageId'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc');
  const rows = await paged(query, page).execute();
  const files = await readFiles(tx, rows);
  return rows.flatMap(({ id }) => files.get(id) ?? []);
}

/** The files in `rows` by their row keys, each with its message. */
export async function readFiles(tx: Tx, rows: { id: number; messageId: number }[]): Promise<Map<number, AttachedFile>> {
  const messages = await readMessages(tx, [...new Set(rows.map(({ messageId }) => messageId))]);
  return new Map(
    messages.flatMap((message) => message.attachments.map((attachment) => [attachment.id, { attachment, message }])),
  );
}

/** The number of files in the conversation with this row key. */
export async function countAttachments(tx: Tx, conversationId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('attachments')
    .select(sql<number>`count(*)`.as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
