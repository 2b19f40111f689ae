import { found } from '../../../errors.ts';
import { inboxesOfSourceIds, withShownSourceId } from '../../../records/access/source-ids.ts';
import { visibleInboxIds } from '../../../records/visible-inboxes.ts';
import { created, ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import { contactableInboxesShape, contactInboxShape, shownContactShape } from '../answers.ts';
import { filled } from '../contact-input.ts';
import { findContactableInboxes } from './contactable-inboxes.ts';
import { createContactInbox } from './create-contact-inbox.ts';
import { findBySource } from './find-by-source.ts';
import { listContactInboxes, readContact } from '../find-contact.ts';
import { presentContactableInbox, presentContactInbox } from '../presenter.ts';
import { contactInboxBody, filterContactInboxesBody } from '../schema.ts';
import { showContact } from '../show-contact.ts';

export const contactInboxes = routes('/contacts/:id');

contactInboxes.get(
  '/contactable_inboxes',
  {
    permission: 'contact:read',
    summary: 'List the inboxes through which a contact can be reached',
    find: contactOf,
    answer: ok(contactableInboxesShape),
  },
  async ({ tx, account, caller, found: contact }) => {
    const visible = await visibleInboxIds(tx, account.id, caller);
    const inboxes = await findContactableInboxes(tx, account.id, contact, visible);
    const shownIn = await inboxesOfSourceIds(tx, account.id, caller);
    return { payload: inboxes.map((one) => presentContactableInbox(withShownSourceId(one, shownIn))) };
  },
);

contactInboxes.post(
  '/contact_inboxes',
  {
    permission: 'contact:write',
    summary: 'Make a contact known in an inbox',
    description: 'Without `source_id` the contact gets the one that the channel has for it, or a new one.',
    find: contactOf,
    body: contactInboxBody,
    name: 'contact_inbox',
    example: { inbox_id: 1 },
    answer: created(contactInboxShape),
  },
  async ({ tx, account, caller, found: contact, body, now }) => {
    const input = {
      inboxId: body.inbox_id,
      sourceId: filled(body.source_id) ?? null,
      hmacVerified: body.hmac_verified ?? false,
    };
    const { id } = await createContactInbox(tx, account.id, contact.id, input, caller, now);
    const row = (await listContactInboxes(tx, [contact])).find((contactInbox) => contactInbox.id === id);
    return presentContactInbox(found(row, 'Contact inbox'), contact);
  },
);

function contactOf({ tx, account, params }: Asked<'/:id'>) {
  return readContact(tx, account.id, params.id);
}

export const contactInboxFilters = routes('/contact_inboxes');

contactInboxFilters.post(
  '/filter',
  {
    permission: 'contact:read',
    summary: 'Find a contact by its source id in an inbox',
    body: filterContactInboxesBody,
    example: { inbox_id: 1, source_id: 'customer-42' },
    answer: ok(shownContactShape),
    isNotRepeated: true,
  },
  async ({ body, ...asked }) => {
    const { tx, account, caller } = asked;
    return showContact(asked, await findBySource(tx, account.id, body.inbox_id, body.source_id, caller));
  },
);
