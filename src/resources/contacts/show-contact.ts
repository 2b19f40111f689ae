import type { Tx } from '../../db/tx.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { listContactInboxes } from './find-contact.ts';
import { presentContact, presentShownContact } from './presenter.ts';
import type { ContactPage } from './queries.ts';

/** The contact as an answer of its own, with its contact inboxes unless `withInboxes` is false. */
export async function showContact(tx: Tx, contact: ContactRecord, now: Date, withInboxes = true) {
  const contactInboxes = withInboxes ? await listContactInboxes(tx, [contact]) : null;
  return presentShownContact(contact, contactInboxes, now);
}

/** The answer with a page of contacts, each with its contact inboxes unless `withInboxes` is false. */
export async function showContactPage(
  tx: Tx,
  { rows, count }: ContactPage,
  page: { number: number },
  now: Date,
  withInboxes = true,
) {
  const contactInboxes = withInboxes ? await listContactInboxes(tx, rows) : null;
  return {
    payload: rows.map((contact) => presentContact(contact, contactInboxes, now)),
    meta: { count, current_page: page.number },
  };
}
