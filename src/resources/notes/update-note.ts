import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import { NOTE_COLUMNS, type NoteRow } from './queries.ts';

/** Changes a note; undefined `content` leaves it as it is. @throws AppError `not_found` when it has been deleted; `invalid` as `checkTotal` */
export async function updateNote(
  tx: Tx,
  note: NoteRow,
  input: { content: string | undefined },
  now: Date,
): Promise<NoteRow> {
  const { content } = input;
  if (content === undefined) return note;
  return inTransaction(tx, async (tx) => {
    const updated = await tx.db
      .updateTable('notes')
      .set({ content, updated_at: now })
      .where('id', '=', note.id)
      .returning(NOTE_COLUMNS)
      .executeTakeFirst();
    await checkTotal(tx, 'notes', { contact_id: note.contactId });
    return found(updated, 'Note');
  });
}
