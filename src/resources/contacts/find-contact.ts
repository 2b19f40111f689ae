import type { Tx } from '../../db/tx.ts';
import type { Claims } from '../../entities/contact-inbox.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { columns } from '../../records/columns.ts';
import { CONTACT } from '../../records/contact.ts';
import type { SlimInboxRecord } from '../../records/inbox.ts';
import { sql } from 'kysely';
import { inList, withRowLock } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { found } from '../../errors.ts';

/** A contact inbox, with its inbox. */
export type ContactInboxRow = {
  id: number;
  contactId: number;
  sourceId: string;
  claims: Claims;
  inbox: SlimInboxRecord;
};

/** The account's contact with this id; null when there is none. */
export async function findContact(tx: Tx, accountId: number, id: number): Promise<ContactRecord | null> {
  const [contact] = await byId(tx, { accountId, id });
  return contact ?? null;
}

/** The account's contact with this id. @throws AppError `not_found`, "Contact not found" */
export async function readContact(tx: Tx, accountId: number, id: number): Promise<ContactRecord> {
  return found(await findContact(tx, accountId, id), 'Contact');
}

/** As `findContact`, and locks the contact until the end of the transaction. */
export async function lockContact(tx: Tx, accountId: number, id: number): Promise<ContactRecord | null> {
  const contact = tx.db.selectFrom('contacts').select('id').where('account_id', '=', accountId).where('id', '=', id);
  await withRowLock(tx, contact).execute();
  return findContact(tx, accountId, id);
}

/** The contact inboxes of the contacts, by id, without those in inboxes that are being deleted; one statement. */
export async function listContactInboxes(tx: Tx, contacts: { id: number }[]): Promise<ContactInboxRow[]> {
  const rows = await inboxesOf(tx, { ids: JSON.stringify(contacts.map(({ id }) => id)) });
  return rows.map(contactInboxOf);
}

/** The columns of a contact inbox, from tables `ci`, `i` (its inbox) and `ch` (the inbox's channel). */
export const CONTACT_INBOX = [
  'ci.id',
  'ci.contact_id as contactId',
  'ci.source_id as sourceId',
  'ci.claims',
  'i.id as inboxId',
  'i.name as inboxName',
  'i.channel_id as channelId',
  'i.avatar_url as inboxAvatarUrl',
  'ch.type as channelType',
] as const;
export const PROVIDER = sql<string | null>`ch.settings->>'provider'`.as('provider');

export function contactInboxOf(row: SelectedContactInbox): ContactInboxRow {
  const { id, contactId, sourceId, claims, inboxId, inboxName: name, inboxAvatarUrl: avatarUrl } = row;
  const { channelId, channelType, provider } = row;
  return { id, contactId, sourceId, claims, inbox: { id: inboxId, name, avatarUrl, channelId, channelType, provider } };
}

const byId = prepared((db, values: Placeholders<{ accountId: number; id: number }>) =>
  db
    .selectFrom('contacts as c')
    .select(columns('c', CONTACT))
    .where('c.account_id', '=', values.accountId)
    .where('c.id', '=', values.id),
);

const inboxesOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(tx, 'ci.contact_id', values.ids))
    .where(isActiveInbox('i'))
    .orderBy('ci.id')
    .select(CONTACT_INBOX)
    .select(PROVIDER),
);

/** A row with the columns of CONTACT_INBOX and PROVIDER. */
type SelectedContactInbox = Awaited<ReturnType<typeof inboxesOf>>[number];
