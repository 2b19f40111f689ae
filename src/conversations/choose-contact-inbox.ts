import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import { found, invalidField } from '../errors.ts';
import { type ContactInboxKey, ensureContactInbox } from './ensure-contact-inbox.ts';
import { activeInboxes, isActiveInbox } from '../records/active-inboxes.ts';

/**
 * Which contact inbox is meant: that of a contact and an inbox, with the source id that it has or gets; or an existing
 * one by its source id, alone or with one of the two. Null = not given.
 */
export type ContactAndInbox = {
  contactId: number | null;
  inboxId: number | null;
  sourceId: string | null;
  /** Whether a new contact inbox counts as verified by HMAC; an existing one keeps what it has. */
  hmacVerified: boolean;
};

/**
 * The contact inbox of a new conversation; created by `ensureContactInbox` where the contact is new to the inbox. To be
 * called in a transaction.
 * @throws AppError `not_found` for the contact, the inbox or the source id, `invalid` when there is neither a source id
 *   nor contact and inbox, and as `ensureContactInbox` does
 */
export async function chooseContactInbox(
  tx: Tx,
  account: AccountRecord,
  input: ContactAndInbox,
  now: Date,
): Promise<ContactInboxKey> {
  if (input.sourceId !== null && (input.contactId === null || input.inboxId === null)) {
    return bySourceId(tx, account, input.sourceId, input);
  }
  if (input.inboxId === null) throw invalidField('inbox_id', "can't be blank");
  if (input.contactId === null) throw invalidField('contact_id', "can't be blank");

  const { inboxId, contactId } = input;
  await checkBoth(tx, account, { inboxId, contactId });
  return ensureContactInbox(tx, { ...input, inboxId, contactId }, now);
}

/** @throws AppError `not_found` for the inbox or the contact */
async function checkBoth(
  tx: Tx,
  account: AccountRecord,
  { inboxId, contactId }: { inboxId: number; contactId: number },
): Promise<void> {
  const inbox = activeInboxes(tx).select('id').where('id', '=', inboxId);
  const contact = tx.db.selectFrom('contacts').select('id').where('id', '=', contactId);
  found(await inbox.where('account_id', '=', account.id).executeTakeFirst(), 'Inbox');
  found(await contact.where('account_id', '=', account.id).executeTakeFirst(), 'Contact');
}

/** The contact inbox with the source id, or with it as another id of the contact; the oldest if several inboxes have one. */
async function bySourceId(
  tx: Tx,
  account: AccountRecord,
  sourceId: string,
  { inboxId, contactId }: { inboxId: number | null; contactId: number | null },
): Promise<ContactInboxKey> {
  const inboxes = tx.db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .select(['ci.id', 'ci.contact_id as contactId', 'ci.inbox_id as inboxId', 'ci.source_id as sourceId'])
    .where('i.account_id', '=', account.id)
    .where(isActiveInbox('i'))
    .$if(inboxId !== null, (query) => query.where('ci.inbox_id', '=', inboxId))
    .$if(contactId !== null, (query) => query.where('ci.contact_id', '=', contactId))
    .orderBy('ci.id')
    .limit(1);
  const bySourceId = await inboxes.where('ci.source_id', '=', sourceId).executeTakeFirst();
  if (bySourceId) return bySourceId;
  const byKey = inboxes
    .innerJoin('contact_keys as k', (join) =>
      join.onRef('k.inbox_id', '=', 'i.id').onRef('k.contact_inbox_id', '=', 'ci.id'),
    )
    .where('k.key', '=', sourceId);
  return found(await byKey.executeTakeFirst(), 'Contact inbox');
}
