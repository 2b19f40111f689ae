import type { UserRecord } from '../../records/user.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { paged, type Range } from '../../db/paged.ts';
import { readAgents } from '../../records/read-agents.ts';

export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['execute']>>[number];

/** The contact's notes, newest first; one page, or all with `page` null. */
export function listNotes(em: EntityManager, contactId: number, page: Range | null): Promise<NoteRow[]> {
  const query = selectNotes(em).where('contact_id', '=', contactId).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return paged(query, page).execute();
}

/** The contact's note with this id; null when there is none. */
export async function findNote(em: EntityManager, contactId: number, id: number): Promise<NoteRow | null> {
  const note = await selectNotes(em).where('contact_id', '=', contactId).where('id', '=', id).executeTakeFirst();
  return note ?? null;
}

/** The authors of the notes who are still members of the account; at most one statement. */
export async function readAuthors(em: EntityManager, accountId: number, notes: NoteRow[]): Promise<UserRecord[]> {
  const ids = [...new Set(notes.map(({ userId }) => userId))].filter((id) => id !== null);
  return ids.length > 0 ? readAgents(em, accountId, { ids }) : [];
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

function selectNotes(em: EntityManager) {
  return db(em).selectFrom('notes').select(NOTE_COLUMNS);
}
