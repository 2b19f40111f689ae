import type { Tx } from '../../db/tx.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import { NOTE_COLUMNS, type NoteRow } from './queries.ts';

/** Adds a note to a contact. @throws AppError `not_found` when the contact has been deleted; `invalid` as `checkTotal` */
export function createNote(
  tx: Tx,
  accountId: number,
  contactId: number,
  input: { content: string; userId: number },
  now: Date,
): Promise<NoteRow> {
  return inTransaction(tx, async (tx) => {
    const contact = tx.db.selectFrom('contacts').select('id').where('id', '=', contactId);
    found(await withKeyShareLock(tx, contact).executeTakeFirst(), 'Contact');
    const note = await tx.db
      .insertInto('notes')
      .values({
        account_id: accountId,
        contact_id: contactId,
        user_id: input.userId,
        content: input.content,
        created_at: now,
        updated_at: now,
      })
      .returning(NOTE_COLUMNS)
      .executeTakeFirstOrThrow();
    await checkTotal(tx, 'notes', { contact_id: contactId });
    return note;
  });
}
