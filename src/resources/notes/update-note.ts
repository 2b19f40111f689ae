import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { NOTE_COLUMNS, type NoteRow } from './queries.ts';

/** Changes a note; undefined `content` leaves it as it is. @throws AppError `not_found` when it has been deleted */
export async function updateNote(
  tx: Tx,
  note: NoteRow,
  input: { content: string | undefined },
  now: Date,
): Promise<NoteRow> {
  if (input.content === undefined) return note;
  const updated = await tx.db
    .updateTable('notes')
    .set({ content: input.content, updated_at: now })
    .where('id', '=', note.id)
    .returning(NOTE_COLUMNS)
    .executeTakeFirst();
  return found(updated, 'Note');
}
