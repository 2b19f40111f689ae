import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { readAgents } from '../../records/read-agents.ts';

export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number];

/** The contact's notes, newest first; one page, or all with `page` null. */
export function listNotes(tx: Tx, contactId: number, page: Rows | null): Promise<NoteRow[]> {
  const query = selectNotes(tx).where('contact_id', '=', contactId).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return paged(query, page).execute();
}

/** The contact's note with this id; null when there is none. */
export async function findNote(tx: Tx, contactId: number, id: number): Promise<NoteRow | null> {
  const note = await selectNotes(tx).where('contact_id', '=', contactId).where('id', '=', id).executeTakeFirst();
  return note ?? null;
}

/** The authors of the notes who are still members of the account; at most one statement. */
export async function readAuthors(tx: Tx, accountId: number, notes: NoteRow[]): Promise<UserRecord[]> {
  const ids = [...new Set(notes.map(({ userId }) => userId))].filter((id) => id !== null);
  return ids.length > 0 ? readAgents(tx, accountId, { ids }) : [];
}

/** The columns of a note. */
export const NOTE_COLUMNS = [
  'id',
  'content',
  'account_id as accountId',
  'contact_id as contactId',
  'user_id as userId',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

function selectNotes(tx: Tx) {
  return tx.db.selectFrom('notes').select(NOTE_COLUMNS);
}
