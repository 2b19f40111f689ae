import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import { inboxesOfSourceIds, type SourceIdInboxes, withShownSourceId } from '../../records/access/source-ids.ts';
import type { Scoped } from '../../records/access/token-scope.ts';
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

/** The part of a request on which it depends how a contact is shown. */
type Viewing = { tx: Tx; account: { id: number }; caller: Actor & Pick<Scoped, 'scope'>; now: Date };

/** The contact as an answer of its own, with its contact inboxes unless `withInboxes` is false. */
export async function showContact({ tx, account, caller, now }: Viewing, contact: ContactRecord, withInboxes = true) {
  const [{ contactInboxes, presence }, shownIn] = await tx.together((tx) => [
    readShown(tx, [contact], withInboxes),
    inboxesOfSourceIds(tx, account.id, caller),
  ]);
  const rows = contactInboxes?.map((row) => withShownSourceId(row, shownIn)) ?? null;
  return presentShownContact(contact, presence.get(contact.id) ?? null, rows, now);
}

/** The answer with a page of contacts, each with its contact inboxes unless `withInboxes` is false. */
export async function showContactPage(
  { tx, account, caller, now, publicUrl }: Viewing & { publicUrl: string },
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
  const showing = withInboxes ? withInboxesFor(await inboxesOfSourceIds(tx, account.id, caller)) : ALONE;
  return {
    payload: await showList(tx, showing, shown, { viewer: caller, now, publicUrl }),
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

/** With the source ids of these inboxes. Callers who see the same ones share the texts. */
function withInboxesFor(shownIn: SourceIdInboxes): typeof ALONE {
  if (shownIn === null) return WITH_INBOXES;
  return {
    ...WITH_INBOXES,
    form: `${WITH_INBOXES.form} of ${shownIn.toSorted((a, b) => a - b)}`,
    present: ({ contact, onlineUntil, contactInboxes }, { now }) => {
      const rows = contactInboxes?.map((row) => withShownSourceId(row, shownIn)) ?? null;
      return presentContact(contact, onlineUntil, rows, now);
    },
  };
}
