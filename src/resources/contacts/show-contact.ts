import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { showList } from '../../db/kept/show-list.ts';
import type { List, Showing } from '../../db/kept/showing.ts';
import type { Shown } from '../../wire/shape.ts';
import type { contactShape } from './answers.ts';
import { listContactInboxes } from './find-contact.ts';
import { presentContact, presentShownContact } from './presenter.ts';
import type { ContactPage } from './queries.ts';
import { type ContactWithInboxes, readContacts } from './read-contacts.ts';

/** The contact as an answer of its own, with its contact inboxes unless `withInboxes` is false. */
export async function showContact(tx: Tx, contact: ContactRecord, now: Date, withInboxes = true) {
  const contactInboxes = withInboxes ? await listContactInboxes(tx, [contact]) : null;
  return presentShownContact(contact, contactInboxes, now);
}

/** The answer with a page of contacts, each with its contact inboxes unless `withInboxes` is false. */
export async function showContactPage(
  { tx, caller, now, publicUrl }: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  { list, count }: ContactPage,
  page: { number: number },
  withInboxes = true,
) {
  const items = async () => {
    const contacts = await list.items();
    const contactInboxes = withInboxes ? await listContactInboxes(tx, contacts) : null;
    return contacts.map((contact) => ({ contact, contactInboxes }));
  };
  const shown = { ...list, items } satisfies List<ContactWithInboxes>;
  return {
    payload: await showList(tx, withInboxes ? WITH_INBOXES : ALONE, shown, { viewer: caller, now, publicUrl }),
    meta: { count, current_page: page.number },
  };
}

const ALONE: Showing<ContactWithInboxes, Shown<typeof contactShape>> = {
  table: 'contacts',
  form: 'alone',
  read: (tx, ids) => readContacts(tx, ids, false),
  idOf: ({ contact }) => contact.id,
  present: ({ contact, contactInboxes }, { now }) => presentContact(contact, contactInboxes, now),
  rowsOf: ({ contact: { id } }) => ({ contacts: [id], contact_inboxes: [id] }),
};

const WITH_INBOXES: typeof ALONE = {
  ...ALONE,
  form: 'with inboxes',
  read: (tx, ids) => readContacts(tx, ids, true),
};
