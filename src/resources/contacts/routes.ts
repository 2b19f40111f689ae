import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { contactClaims } from './claims/routes.ts';
import { createdContactShape, shownContactShape } from './answers.ts';
import { contactInput, filled } from './contact-input.ts';
import { contactInboxes, contactInboxFilters } from './contact-inboxes/routes.ts';
import { createContact } from './create-contact.ts';
import { deleteContact } from './delete-contact.ts';
import { listContactInboxes, readContact } from './find-contact.ts';
import { contactCsv } from './csv-routes.ts';
import { contactLabels } from './label-routes.ts';
import { contactLists } from './list-routes.ts';
import { contactMerges } from './merge/merge-routes.ts';
import { contactParts } from './part-routes.ts';
import { presentCreatedContact } from './presenter.ts';
import { createContactBody, showQuery, updateContactBody } from './schema.ts';
import { showContact } from './show-contact.ts';
import { updateContact } from './update-contact.ts';

export const contacts = routes('/contacts');

contacts.post(
  '/',
  {
    permission: 'contact:write',
    summary: 'Create a contact',
    description: 'With `inbox_id` the contact is known in that inbox from the start, as `source_id` if one is given.',
    body: createContactBody,
    name: 'contact',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { name: 'Grace Hopper', email: 'grace.hopper@example.com', phone_number: '+14155550123' },
    answer: created(createdContactShape),
  },
  async ({ tx, account, caller, body, files, now }) => {
    const place = { inboxId: body.inbox_id ?? null, sourceId: filled(body.source_id) ?? null };
    const input = { ...contactInput(body, files[0] ?? null), ...place };
    const { contact, contactInbox } = await createContact(tx, account, input, caller, now);
    return presentCreatedContact(contact, await listContactInboxes(tx, [contact]), contactInbox?.id ?? null, now);
  },
);

contacts.get(
  '/:id',
  {
    permission: 'contact:read',
    summary: 'Show a contact',
    find: contactOf,
    query: showQuery,
    answer: ok(shownContactShape),
  },
  ({ found: contact, query, ...asked }) => showContact(asked, contact, query.include_contact_inboxes),
);

contacts.patch(
  '/:id',
  {
    permission: 'contact:write',
    summary: 'Change a contact',
    description: 'Custom and additional attributes are added to those that the contact has.',
    find: contactOf,
    body: updateContactBody,
    name: 'contact',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { name: 'Grace Hopper', custom_attributes: { plan: 'gold' } },
    answer: ok(shownContactShape),
  },
  async ({ found: { id }, body, files, ...asked }) => {
    const { tx, account, now } = asked;
    const input = contactInput(body, files[0] ?? null);
    return showContact(asked, await updateContact(tx, account, id, input, now));
  },
);

contacts.delete(
  '/:id',
  {
    permission: 'contact:delete',
    summary: 'Delete a contact',
    description:
      'With its conversations, notes and picture. Events about it stay until their time is over; erasing it removes these, too.',
    answer: empty,
  },
  ({ tx, account, params, now }) => deleteContact(tx, account, params.id, now),
);

function contactOf({ tx, account, params }: Asked<'/:id'>) {
  return readContact(tx, account.id, params.id);
}

contacts.include(contactLists, contactParts, contactLabels, contactCsv, contactMerges, contactClaims);
contacts.include(contactInboxes, contactInboxFilters);
