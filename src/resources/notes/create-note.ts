import { withKeyShareLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { NOTE_COLUMNS, type NoteRow } from './queries.ts';

/** Adds a note to a contact. @throws AppError `not_found` when the contact has been deleted */
export function createNote(
  em: EntityManager,
  accountId: number,
  contactId: number,
  input: { content: string; userId: number },
  now: Date,
): Promise<NoteRow> {
  return inTransaction(em, async (em) => {
    const contact = db(em).selectFrom('contacts').select('id').where('id', '=', contactId);
    found(await withKeyShareLock(em, contact).executeTakeFirst(), 'Contact');
    return db(em)
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
  });
}
