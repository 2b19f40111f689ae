import type { Tx } from '../../db/tx.ts';

/** The attachment with this row key, in any account; null when it has been deleted. */
export async function findAttachment(tx: Tx, id: number): Promise<{ key: string; contentType: string } | null> {
  const attachment = await tx.db
    .selectFrom('attachments')
    .select(['key', 'content_type as contentType'])
    .where('id', '=', id)
    .executeTakeFirst();
  return attachment ?? null;
}

/** Sets the file of the thumbnail of the attachment with this row key. False when the attachment has been deleted. */
export async function setThumbnail(tx: Tx, id: number, key: string): Promise<boolean> {
  const updated = await tx.db
    .updateTable('attachments')
    .set({ thumbnail_key: key })
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}
