import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import type { ContactFacts } from '../../events/facts.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { countOnline, listOnline } from './active-contacts.ts';
import { contactPageShape, createdContactShape, shownContactShape } from './answers.ts';
import { contactInput, filled } from './contact-input.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { listContactInboxes, readContact } from './find-contact.ts';
import { presentContact, presentCreatedContact, presentShownContact } from './presenter.ts';
import { type ContactFilter, listContacts } from './queries.ts';
import {
  activeQuery,
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

contacts.get('/', allow('contact:read'), takes({ query: listQuery, page: true }), answers(contactPageShape), (ctx) =>
  list(ctx, validateQuery(listQuery, ctx), null),
);

contacts.get(
  '/search',
  allow('contact:read'),
  takes({ query: searchQuery, page: true }),
  answers(contactPageShape),
  async (ctx) => {
    const query = validateQuery(searchQuery, ctx);
    await list(ctx, query, query.q.trim());
  },
);

contacts.get(
  '/active',
  allow('contact:read'),
  takes({ query: activeQuery, page: true }),
  answers(contactPageShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const query = validateQuery(activeQuery, ctx);
    const page = pageOf(ctx);
    const count = await countOnline(em, account.id, now);
    const rows = await listOnline(em, account.id, readSort(query.sort, LAST_SEEN_FIRST), page, now);
    await showPage(ctx, rows, count, page.number, query.include_contact_inboxes);
  },
);

contacts.get('/:id', allow('contact:read'), takes({ query: showQuery }), answers(shownContactShape), async (ctx) => {
  const contact = await contactOf(ctx);
  await show(ctx, contact, validateQuery(showQuery, ctx).include_contact_inboxes);
});

contacts.post(
  '/',
  allow('contact:write'),
  takes({ body: createContactBody, name: 'contact', files: ['avatar'] }),
  answers(createdContactShape, 201),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const body = validate(createContactBody, ctx);
    const place = { inboxId: body.inbox_id ?? null, sourceId: filled(body.source_id) ?? null };
    const input = { ...contactInput(body, await uploadedAvatar(ctx)), ...place };
    const { contact, contactInbox } = await createContact(em, account, input, caller, now);
    ctx.body = presentCreatedContact(contact, await listContactInboxes(em, [contact]), contactInbox?.id ?? null, now);
  },
);

contacts.patch(
  '/:id',
  allow('contact:write'),
  takes({ body: updateContactBody, name: 'contact', files: ['avatar'] }),
  answers(shownContactShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const { id } = await contactOf(ctx);
    const body = validate(updateContactBody, ctx);
    const input = contactInput(body, await uploadedAvatar(ctx));
    const { contact, dropped } = await updateContact(em, account, id, input, now);
    ctx.state.droppedFiles.push(...dropped);
    await show(ctx, contact);
  },
);

contacts.delete('/:id', allow('contact:delete'), takes({}), answers(null), async (ctx) => {
  const { em, account, now } = ctx.state;
  const files = await deleteContact(em, account, idOf(ctx, 'Contact'), now);
  ctx.state.droppedFiles.push(...files);
  ctx.body = '';
});

function contactOf(ctx: Ctx): Promise<ContactFacts> {
  return readContact(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Contact'));
}

async function uploadedAvatar(ctx: Ctx) {
  return checkAvatar(await storeUploads(ctx, 'avatar', 'contact[avatar]'));
}

/** What asks for nothing else lists those seen last first. */
const LAST_SEEN_FIRST = { column: 'seen_at', descending: true } as const;

async function list(ctx: Ctx, query: ListQuery, text: string | null): Promise<void> {
  const { em, account } = ctx.state;
  const filter: ContactFilter = { accountId: account.id, labels: query.labels?.length ? query.labels : null, text };
  const page = pageOf(ctx);
  const { contacts: rows, count } = await listContacts(em, filter, readSort(query.sort), page);
  await showPage(ctx, rows, count, page.number, query.include_contact_inboxes);
}

async function showPage(ctx: Ctx, rows: ContactFacts[], count: number, number: number, withInboxes = true) {
  const contactInboxes = withInboxes ? await listContactInboxes(ctx.state.em, rows) : null;
  ctx.body = {
    payload: rows.map((contact) => presentContact(contact, contactInboxes, ctx.state.now)),
    meta: { count, current_page: number },
  };
}

async function show(ctx: Ctx, contact: ContactFacts, withInboxes = true): Promise<void> {
  const contactInboxes = withInboxes ? await listContactInboxes(ctx.state.em, [contact]) : null;
  ctx.body = presentShownContact(contact, contactInboxes, ctx.state.now);
}
