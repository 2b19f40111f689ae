import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { showList } from '../../db/kept/show-list.ts';
import type { List, Showing } from '../../db/kept/showing.ts';
import type { Shown } from '../../wire/shape.ts';
import type { contactShape } from './answers.ts';
import { readContactPresence } from '../../presence/read-present.ts';
import { listContactInboxes } from './find-contact.ts';
import { presentContact, presentShownContact } from './presenter.ts';
import type { ContactPage } from './queries.ts';
import { type ContactWithInboxes, readContacts } from './read-contacts.ts';

/** The contact as an answer of its own, with its contact inboxes unless `withInboxes` is false. */
export async function showContact(tx: Tx, contact: ContactRecord, now: Date, withInboxes = true) {
  const { contactInboxes, presence } = await readShown(tx, [contact], withInboxes);
  return presentShownContact(contact, presence.get(contact.id) ?? null, contactInboxes, now);
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
    const { contactInboxes, presence } = await readShown(tx, contacts, withInboxes);
    return contacts.map((contact) => ({
      contact,
      contactInboxes,
      onlineUntil: presence.get(contact.id) ?? null,
    }));
  };
  const shown = { ...list, items } satisfies List<ContactWithInboxes>;
  return {
    payload: await showList(tx, withInboxes ? WITH_INBOXES : ALONE, shown, { viewer: caller, now, publicUrl }),
    meta: { count, current_page: page.number },
  };
}

/** The values shown with contacts, read in a single round trip. */
async function readShown(tx: Tx, contacts: { id: number }[], withInboxes: boolean) {
  const ids = contacts.map(({ id }) => id);
  const [contactInboxes, presence] = await tx.together((tx) => [
    withInboxes ? listContactInboxes(tx, contacts) : Promise.resolve(null),
    readContactPresence(tx, ids),
  ]);
  return { contactInboxes, presence };
}

const ALONE: Showing<ContactWithInboxes, Shown<typeof contactShape>> = {
  table: 'contacts',
  form: 'alone',
  read: (tx, ids) => readContacts(tx, ids, false),
  idOf: ({ contact }) => contact.id,
  present: ({ contact, onlineUntil, contactInboxes }, { now }) =>
    presentContact(contact, onlineUntil, contactInboxes, now),
  rowsOf: ({ contact: { id } }) => ({ contacts: [id], contact_inboxes: [id], presences: [id] }),
};

const WITH_INBOXES: typeof ALONE = {
  ...ALONE,
  form: 'with inboxes',
  read: (tx, ids) => readContacts(tx, ids, true),
};
