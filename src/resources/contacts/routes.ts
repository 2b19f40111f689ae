import { found } from '../../errors.ts';
import type { ContactFacts } from '../../events/facts.ts';
import { idOf } from '../../http/find.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { contactInput, filled } from './contact-input.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { findContact, listContactInboxes } from './find-contact.ts';
import { presentContact, presentCreatedContact } from './presenter.ts';
import { type ContactFilter, countContacts, listContacts } from './queries.ts';
import {
  createContactBody,
  type ListQuery,
  listQuery,
  readSort,
  searchQuery,
  showQuery,
  updateContactBody,
} from './schema.ts';
import { updateContact } from './update-contact.ts';

/** /contacts */
export const contacts = router();

contacts.get('/', allow('contact:read'), async (ctx) => {
  await list(ctx, validateQuery(listQuery, ctx), null);
});

contacts.get('/search', allow('contact:read'), async (ctx) => {
  const query = validateQuery(searchQuery, ctx);
  await list(ctx, query, query.q.trim());
});

contacts.get('/:id', allow('contact:read'), async (ctx) => {
  const contact = found(await findContact(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Contact')), 'Contact');
  await show(ctx, contact, validateQuery(showQuery, ctx).include_contact_inboxes);
});

contacts.post('/', allow('contact:write'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const body = validate(createContactBody, ctx, 'contact');
  const input = { ...contactInput(body), inboxId: body.inbox_id ?? null, sourceId: filled(body.source_id) ?? null };
  const { contact, contactInbox } = await createContact(em, account, input, now);
  ctx.body = presentCreatedContact(contact, await listContactInboxes(em, [contact]), contactInbox?.id ?? null, now);
  ctx.status = 201;
});

contacts.patch('/:id', allow('contact:write'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const id = idOf(ctx, 'Contact');
  found(await findContact(em, account.id, id), 'Contact');
  const body = validate(updateContactBody, ctx, 'contact');
  await show(ctx, await updateContact(em, account, id, contactInput(body), now));
});

contacts.delete('/:id', allow('contact:delete'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const files = await deleteContact(em, account, idOf(ctx, 'Contact'), now);
  ctx.state.droppedFiles.push(...files);
  ctx.body = '';
});

async function list(ctx: Ctx, query: ListQuery, text: string | null): Promise<void> {
  const { em, account, now } = ctx.state;
  const filter: ContactFilter = { accountId: account.id, labels: query.labels?.length ? query.labels : null, text };
  const page = pageOf(ctx);
  const count = await countContacts(em, filter);
  const rows = await listContacts(em, filter, readSort(query.sort), page);
  const contactInboxes = query.include_contact_inboxes === false ? null : await listContactInboxes(em, rows);
  ctx.body = {
    payload: rows.map((contact) => presentContact(contact, contactInboxes, now)),
    meta: { count, current_page: page.number },
  };
}

async function show(ctx: Ctx, contact: ContactFacts, withInboxes = true): Promise<void> {
  const contactInboxes = withInboxes ? await listContactInboxes(ctx.state.em, [contact]) : null;
  const shown = presentContact(contact, contactInboxes, ctx.state.now);
  ctx.body = { ...shown, payload: shown };
}
