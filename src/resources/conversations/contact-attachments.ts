import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { sql } from 'kysely';
import { type AttachedFile, readFiles } from './attachments.ts';

/** A file in a conversation of a contact; `displayId` is the conversation's public number. */
export type ContactAttachment = AttachedFile & { displayId: number };

/** A page of the files in the contact's conversations in the inboxes `visible` (null = all), newest first. */
export async function listContactAttachments(
  tx: Tx,
  contactId: number,
  visible: number[] | null,
  page: Rows,
): Promise<ContactAttachment[]> {
  const query = filesOf(tx, contactId, visible)
    .select(['x.id', 'x.message_id as messageId', 'c.display_id as displayId'])
    .orderBy('x.id', 'desc');
  const rows = await paged(query, page).execute();
  const files = await readFiles(tx, rows);
  return rows.flatMap(({ id, displayId }) => {
    const file = files.get(id);
    return file ? [{ ...file, displayId }] : [];
  });
}

/** The number of files that `listContactAttachments` lists, on all pages together. */
export async function countContactAttachments(tx: Tx, contactId: number, visible: number[] | null): Promise<number> {
  const { count } = await filesOf(tx, contactId, visible)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function filesOf(tx: Tx, contactId: number, visible: number[] | null) {
  return tx.db
    .selectFrom('conversations as c')
    .innerJoin('attachments as x', 'x.conversation_id', 'c.id')
    .where('c.contact_id', '=', contactId)
    .$if(visible !== null, (query) => query.where('c.inbox_id', 'in', visible?.length ? visible : [0]));
}
