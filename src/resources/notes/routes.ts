import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { readContact } from '../contacts/find-contact.ts';
import { noteShape } from './answers.ts';
import { createNote } from './create-note.ts';
import { deleteNote } from './delete-note.ts';
import { presentNote } from './presenter.ts';
import { findNote, listNotes, type NoteRow, readAuthors } from './queries.ts';
import { createNoteBody, updateNoteBody } from './schema.ts';
import { updateNote } from './update-note.ts';

/** /contacts/{id}/notes */
export const notes = router();

notes.get('/', allow('contact:read'), takes({ page: true }), answers(list(noteShape)), async (ctx) => {
  const { em, account, now } = ctx.state;
  const contact = await contactOf(ctx);
  const rows = await listNotes(em, contact.id, optionalPageOf(ctx));
  const authors = await readAuthors(em, account.id, rows);
  ctx.body = rows.map((note) => presentNote(note, authors, now));
});

notes.get('/:id', allow('contact:read'), takes({}), answers(noteShape), async (ctx) => {
  await show(ctx, await noteOf(ctx));
});

notes.post(
  '/',
  allow('contact:write'),
  takes({ body: createNoteBody, name: 'note' }),
  answers(noteShape, 201),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const contact = await contactOf(ctx);
    const { content } = validate(createNoteBody, ctx);
    await show(ctx, await createNote(em, account.id, contact.id, { content, userId: caller.id }, now));
  },
);

notes.patch(
  '/:id',
  allow('contact:write'),
  takes({ body: updateNoteBody, name: 'note' }),
  answers(noteShape),
  async (ctx) => {
    const note = await noteOf(ctx);
    const { content } = validate(updateNoteBody, ctx);
    await show(ctx, await updateNote(ctx.state.em, note, { content }, ctx.state.now));
  },
);

notes.delete('/:id', allow('contact:write'), takes({}), answers(null), async (ctx) => {
  await deleteNote(ctx.state.em, await noteOf(ctx));
  ctx.body = '';
});

function contactOf(ctx: Ctx) {
  return readContact(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Contact', 'contact_id'));
}

async function noteOf(ctx: Ctx): Promise<NoteRow> {
  const contact = await contactOf(ctx);
  return found(await findNote(ctx.state.em, contact.id, idOf(ctx, 'Note')), 'Note');
}

async function show(ctx: Ctx, note: NoteRow): Promise<void> {
  const authors = await readAuthors(ctx.state.em, ctx.state.account.id, [note]);
  ctx.body = presentNote(note, authors, ctx.state.now);
}
