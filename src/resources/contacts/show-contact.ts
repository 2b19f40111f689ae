import type { ContactRecord } from '../../records/contact.ts';
import type { EntityManager } from '../../db/orm.ts';
import { listContactInboxes } from './find-contact.ts';
import { presentContact, presentShownContact } from './presenter.ts';
import type { ContactPage } from './queries.ts';

/** The contact as an answer of its own, with its contact inboxes unless `withInboxes` is false. */
export async function showContact(em: EntityManager, contact: ContactRecord, now: Date, withInboxes = true) {
  const contactInboxes = withInboxes ? await listContactInboxes(em, [contact]) : null;
  return presentShownContact(contact, contactInboxes, now);
}

/** As `showContact`, for a page of a list. */
export async function showContactPage(
  em: EntityManager,
  { contacts, count }: ContactPage,
  page: { number: number },
  now: Date,
  withInboxes = true,
) {
  const contactInboxes = withInboxes ? await listContactInboxes(em, contacts) : null;
  return {
    payload: contacts.map((contact) => presentContact(contact, contactInboxes, now)),
    meta: { count, current_page: page.number },
  };
}
