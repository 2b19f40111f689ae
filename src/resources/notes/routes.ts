import type { Tx } from '../../db/tx.ts';
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
  async ({ tx, account, found: contact, page, now }) => {
    const rows = await listNotes(tx, contact.id, page);
    const authors = await readAuthors(tx, account.id, rows);
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
  async ({ tx, account, caller, found: contact, body, now }) => {
    const input = { content: body.content, userId: caller.id };
    return showNote(tx, await createNote(tx, account.id, contact.id, input, now), now);
  },
);

notes.get(
  '/:id',
  { permission: 'contact:read', summary: 'Show a note', find: noteOf, answer: ok(noteShape) },
  ({ tx, found: note, now }) => showNote(tx, note, now),
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
  async ({ tx, found: note, body, now }) =>
    showNote(tx, await updateNote(tx, note, { content: body.content }, now), now),
);

notes.delete(
  '/:id',
  { permission: 'contact:write', summary: 'Delete a note', find: noteOf, answer: empty },
  ({ tx, found: note }) => deleteNote(tx, note),
);

type OfContact = Asked<'/contacts/:contact_id'>;

function contactOf({ tx, account, params }: OfContact) {
  return readContact(tx, account.id, params.contact_id);
}

async function noteOf(asked: OfContact & Asked<'/:id'>) {
  const contact = await contactOf(asked);
  return found(await findNote(asked.tx, contact.id, asked.params.id), 'Note');
}

async function showNote(tx: Tx, note: NoteRow, now: Date) {
  return presentNote(note, await readAuthors(tx, note.accountId, [note]), now);
}
