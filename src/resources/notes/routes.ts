import type { EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { readContact } from '../contacts/find-contact.ts';
import { noteShape } from './answers.ts';
import { createNote } from './create-note.ts';
import { deleteNote } from './delete-note.ts';
import { presentNote } from './presenter.ts';
import { findNote, listNotes, type NoteRow, readAuthors } from './queries.ts';
import { createNoteBody, updateNoteBody } from './schema.ts';
import { updateNote } from './update-note.ts';

export const notes = routes('/contacts/:contact_id/notes');

notes.get(
  '/',
  {
    permission: 'contact:read',
    summary: 'List the notes about a contact',
    find: contactOf,
    page: 'optional',
    answer: ok(list(noteShape)),
  },
  async ({ em, account, found: contact, page, now }) => {
    const rows = await listNotes(em, contact.id, page);
    const authors = await readAuthors(em, account.id, rows);
    return rows.map((note) => presentNote(note, authors, now));
  },
);

notes.post(
  '/',
  {
    permission: 'contact:write',
    summary: 'Create a note about a contact',
    find: contactOf,
    body: createNoteBody,
    name: 'note',
    example: { content: 'Prefers to be called in the morning.' },
    answer: created(noteShape),
  },
  async ({ em, account, caller, found: contact, body, now }) => {
    const input = { content: body.content, userId: caller.id };
    return showNote(em, await createNote(em, account.id, contact.id, input, now), now);
  },
);

notes.get(
  '/:id',
  { permission: 'contact:read', summary: 'Show a note', find: noteOf, answer: ok(noteShape) },
  ({ em, found: note, now }) => showNote(em, note, now),
);

notes.patch(
  '/:id',
  {
    permission: 'contact:write',
    summary: 'Change a note',
    find: noteOf,
    body: updateNoteBody,
    name: 'note',
    example: { content: 'Prefers to be called in the afternoon.' },
    answer: ok(noteShape),
  },
  async ({ em, found: note, body, now }) =>
    showNote(em, await updateNote(em, note, { content: body.content }, now), now),
);

notes.delete(
  '/:id',
  { permission: 'contact:write', summary: 'Delete a note', find: noteOf, answer: empty },
  ({ em, found: note }) => deleteNote(em, note),
);

type OfContact = Asked<'/contacts/:contact_id'>;

function contactOf({ em, account, params }: OfContact) {
  return readContact(em, account.id, params.contact_id);
}

async function noteOf(asked: OfContact & Asked<'/:id'>) {
  const contact = await contactOf(asked);
  return found(await findNote(asked.em, contact.id, asked.params.id), 'Note');
}

async function showNote(em: EntityManager, note: NoteRow, now: Date) {
  return presentNote(note, await readAuthors(em, note.accountId, [note]), now);
}
