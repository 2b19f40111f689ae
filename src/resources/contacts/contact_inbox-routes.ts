import { found } from '../../errors.ts';
import { visibleInboxIds } from '../../events/visible-inboxes.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { contactableInboxesShape, contactInboxShape, shownContactShape } from './answers.ts';
import { filled } from './contact-input.ts';
import { findContactableInboxes } from './contactable-inboxes.ts';
import { createContactInbox } from './create-contact-inbox.ts';
import { findBySource } from './find-by-source.ts';
import { listContactInboxes, readContact } from './find-contact.ts';
import { presentContactableInbox, presentContactInbox, presentShownContact } from './presenter.ts';
import { contactInboxBody, filterContactInboxesBody } from './schema.ts';

/** /contacts/{id}/contactable_inboxes and /contacts/{id}/contact_inboxes */
export const inboxesOfContact = router();

inboxesOfContact.get(
  '/:id/contactable_inboxes',
  allow('contact:read'),
  takes({}),
  answers(contactableInboxesShape),
  async (ctx) => {
    const { em, account, caller } = ctx.state;
    const contact = await contactOf(ctx);
    const visible = await visibleInboxIds(em, account.id, caller);
    const inboxes = await findContactableInboxes(em, account.id, contact, visible);
    ctx.body = { payload: inboxes.map(presentContactableInbox) };
  },
);

inboxesOfContact.post(
  '/:id/contact_inboxes',
  allow('contact:write'),
  takes({ body: contactInboxBody, name: 'contact_inbox' }),
  answers(contactInboxShape, 201),
  async (ctx) => {
    const { em, account, now, caller } = ctx.state;
    const contact = await contactOf(ctx);
    const body = validate(contactInboxBody, ctx);
    const input = {
      inboxId: body.inbox_id,
      sourceId: filled(body.source_id) ?? null,
      hmacVerified: body.hmac_verified ?? false,
    };
    const { id } = await createContactInbox(em, account.id, contact.id, input, caller, now);
    const row = (await listContactInboxes(em, [contact])).find((contactInbox) => contactInbox.id === id);
    ctx.body = presentContactInbox(found(row, 'Contact inbox'));
  },
);

/** /contact_inboxes */
export const contactInboxes = router();

contactInboxes.post(
  '/filter',
  allow('contact:read', { onlyReads: true }),
  takes({ body: filterContactInboxesBody }),
  answers(shownContactShape),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const { inbox_id: inboxId, source_id: sourceId } = validate(filterContactInboxesBody, ctx);
    const contact = await findBySource(em, account.id, inboxId, sourceId, caller);
    ctx.body = presentShownContact(contact, await listContactInboxes(em, [contact]), now);
  },
);

function contactOf(ctx: Ctx) {
  return readContact(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Contact'));
}
