import type { AttachmentRecord, MessageRecord } from '../../records/message.ts';
import { sql } from 'kysely';
import { db, type EntityManager } from '../../db/orm.ts';
import { readMessages } from '../../records/read-messages.ts';

/** A file of a conversation, with its message. */
export type AttachedFile = { attachment: AttachmentRecord; message: MessageRecord };

/** One page of the files in the conversation with this row key, newest first. */
export async function listAttachments(
  em: EntityManager,
  conversationId: number,
  page: { offset: number; limit: number },
): Promise<AttachedFile[]> {
  const rows = await db(em)
    .selectFrom('attachments')
    .select(['id', 'message_id as messageId'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const files = await readFiles(em, rows);
  return rows.flatMap(({ id }) => files.get(id) ?? []);
}

/** The files in `rows` by their row keys, each with its message. */
export async function readFiles(
  em: EntityManager,
  rows: { id: number; messageId: number }[],
): Promise<Map<number, AttachedFile>> {
  const messages = await readMessages(em, [...new Set(rows.map(({ messageId }) => messageId))]);
  return new Map(
    messages.flatMap((message) => message.attachments.map((attachment) => [attachment.id, { attachment, message }])),
  );
}

/** The number of files in the conversation. */
export async function countAttachments(em: EntityManager, conversationId: number): Promise<number> {
  const { count } = await db(em)
    .selectFrom('attachments')
    .select(sql<number>`count(*)`.as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
