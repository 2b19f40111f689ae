import { found } from '../../errors.ts';
import { ok, written } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { mayOnlyRead } from '../../records/access/token-scope.ts';
import { file, pageShape } from '../../wire/shape.ts';
import { readContact } from '../contacts/find-contact.ts';
import { erasureShape } from './answers.ts';
import { findErasure, listErasures } from './erasure/erasures.ts';
import { requestErasure } from './erasure/request-erasure.ts';
import { exportContact } from './export/export-contact.ts';
import { takeSlot } from './export/slots.ts';
import { showErasure, showErasures } from './show-erasures.ts';

const ZIP = 'application/zip';

/** A copy or the erasure of a person's data. */
export const privacy = routes('');

privacy.get(
  '/contacts/:contact_id/export',
  {
    permission: 'contact_data:read',
    summary: 'Download all that is stored of a contact',
    description:
      'A ZIP file with the contact, the notes about it, its ratings, conversations, messages, drafts and files, and which threads at ' +
      'Slack have them. Its README says what is where.',
    find: contactOf,
    answer: written(ZIP, file),
    mayAnswer: [429],
  },
  async ({ ctx, tx, app, account, caller, found: contact, now, publicUrl }) => {
    const free = takeSlot(app, account.id);
    const exporting = { tx, dataDir: app.config.data_dir, publicUrl, now, masksIds: mayOnlyRead(caller) };
    const zip = await exportContact(exporting, account, contact).catch((error: unknown) => {
      free();
      throw error;
    });
    zip.on('close', free);
    ctx.attachment(`contact-${contact.id}.zip`);
    ctx.type = ZIP;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = zip;
  },
);

privacy.post(
  '/contacts/:contact_id/erase',
  {
    permission: 'erasure:create',
    summary: 'Erase a contact with all that is stored of it',
    description:
      'Beyond deleting it, this removes what would outlive it: events and their deliveries, also those that are still to be sent, ' +
      'queued mails, what providers have told, kept answers, and all exports that wait for their download. It is done in the ' +
      'background; the erasure that is answered is also the proof, once its status is `done`. A contact who is online is refused.',
    find: contactOf,
    answer: ok(erasureShape),
    mayAnswer: [422],
  },
  async ({ tx, account, caller, found: { id: contactId }, now }) =>
    showErasure(tx, await requestErasure(tx, account, { contactId, userId: caller.id, dueAt: now }, now)),
);

privacy.get(
  '/erasures',
  {
    permission: 'erasure:read',
    summary: 'List erasures',
    description: 'The newest first. They say nothing about the contacts but their numbers.',
    page: USUAL_PAGE,
    answer: ok(pageShape(erasureShape)),
  },
  async ({ tx, account, page }) => {
    const { rows, count } = await listErasures(tx, account.id, page);
    return { payload: await showErasures(tx, rows), meta: { count, current_page: page.number } };
  },
);

privacy.get(
  '/erasures/:id',
  {
    permission: 'erasure:read',
    summary: 'Show an erasure',
    description:
      'When it is done, `digest` is the SHA-256 of this JSON without spaces: `id`, `account_id`, `contact_id`, `requested_by` ' +
      '(the id), `requested_at`, `finished_at`, and `deleted` with its keys in the order of the alphabet.',
    find: erasureOf,
    answer: ok(erasureShape),
  },
  ({ tx, found: erasure }) => showErasure(tx, erasure),
);

type Of<Params> = Pick<Asked, 'tx' | 'account'> & { params: Params };

function contactOf({ tx, account, params }: Of<{ contact_id: number }>) {
  return readContact(tx, account.id, params.contact_id);
}

async function erasureOf({ tx, account, params }: Of<{ id: number }>) {
  return found(await findErasure(tx, account.id, params.id), 'Erasure');
}
