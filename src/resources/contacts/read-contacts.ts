import type { Tx } from '../../db/tx.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { inList } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { columns, recordReader } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import { CONTACT_INBOX, type ContactInboxRow, contactInboxOf, PROVIDER } from './find-contact.ts';

/** A contact with its contact inboxes; null = not requested. */
export type ContactWithInboxes = {
  contact: ContactRecord;
  /** Until when the contact is online; null = they have never been. */
  onlineUntil: Date | null;
  contactInboxes: ContactInboxRow[] | null;
};

/** The contacts with these ids, in no particular order; one statement. */
export async function readContacts(tx: Tx, ids: number[], withInboxes: boolean): Promise<ContactWithInboxes[]> {
  const values = { ids: JSON.stringify(ids) };
  if (!withInboxes) {
    return (await alone(tx, values)).map((row) => ({
      contact: contactIn(row),
      onlineUntil: row.onlineUntil,
      contactInboxes: null,
    }));
  }
  const byId = Map.groupBy(await withContactInboxes(tx, values), (row) => row['contact.id']);
  return [...byId.values()].flatMap((rows) =>
    rows.slice(0, 1).map((row) => ({
      contact: contactIn(row),
      onlineUntil: row.onlineUntil,
      contactInboxes: rows.map(contactInboxIn).filter((contactInbox) => contactInbox !== null),
    })),
  );
}

const contactIn = recordReader(CONTACT, 'contact.');

const alone = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('contacts as c')
    .leftJoin('presences as r', 'r.contact_id', 'c.id')
    .where(inList(tx, 'c.id', values.ids))
    .select(columns('c', CONTACT, 'contact.'))
    .select('r.online_until as onlineUntil'),
);

/** A row for each contact inbox, and one without for a contact that has none. */
const withContactInboxes = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('contacts as c')
    .leftJoin('presences as r', 'r.contact_id', 'c.id')
    .leftJoin('contact_inboxes as ci', 'ci.contact_id', 'c.id')
    .leftJoin('inboxes as i', (join) => join.onRef('i.id', '=', 'ci.inbox_id').on(isActiveInbox('i')))
    .leftJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(tx, 'c.id', values.ids))
    .orderBy('ci.id')
    .select(columns('c', CONTACT, 'contact.'))
    .select(CONTACT_INBOX)
    .select(PROVIDER)
    .select('r.online_until as onlineUntil'),
);

type Row = Awaited<ReturnType<typeof withContactInboxes>>[number];

/** The contact inbox; null = there is none, or its inbox is deleted. */
function contactInboxIn(row: Row): ContactInboxRow | null {
  const { id, contactId, sourceId, claims, inboxId, inboxName, channelId, channelType } = row;
  if (id === null || contactId === null || sourceId === null || claims === null) return null;
  if (inboxId === null) return null;
  if (inboxName === null || channelId === null || channelType === null) return null;
  return contactInboxOf({ ...row, id, contactId, sourceId, claims, inboxId, inboxName, channelId, channelType });
}
