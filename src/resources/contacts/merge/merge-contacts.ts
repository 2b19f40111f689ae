import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { json, withRowLock, withDeletionLock } from '../../../db/dialect.ts';
import { db, type EntityManager } from '../../../db/orm.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import { dropRequests, forgetAvatar } from '../../files/avatar-owner.ts';
import { readContact } from '../find-contact.ts';
import { mergedContact } from './merged-contact.ts';
import { adjustContactsCount, sortKeys } from '../write-contact.ts';

/**
 * Makes two contacts one: conversations, messages, notes, ratings and names in inboxes of the second become the first's,
 * and what the first does not know of itself is taken from the second, which is deleted. Labels stay the first's.
 * @throws AppError `not_found`, "Contact not found", for either
 */
export function mergeContacts(
  em: EntityManager,
  account: AccountRecord,
  input: { baseId: number; mergeeId: number },
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(em, async (em) => {
    await lockBoth(em, account.id, input);
    const base = await readContact(em, account.id, input.baseId);
    if (input.baseId === input.mergeeId) return base;

    const mergee = await readContact(em, account.id, input.mergeeId);
    await moveBelongings(em, mergee.id, base.id, now);
    // Deleted first, because e-mail address, phone number and identifier are unique in the account.
    await moveAvatar(em, mergee, base, now);
    await db(em).deleteFrom('contacts').where('id', '=', mergee.id).execute();
    const contact = mergedContact(base, mergee);
    await write(em, contact, now);
    await adjustContactsCount(em, account.id, -1);
    await recordContactUpdated(em, base, contact, account, now);
    return contact;
  });
}

/**
 * Locks conversations before contacts, and contacts in the order of their ids: no two transactions that merge or delete
 * wait for each other.
 */
async function lockBoth(
  em: EntityManager,
  accountId: number,
  { baseId, mergeeId }: { baseId: number; mergeeId: number },
) {
  const conversations = db(em)
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', mergeeId);
  await withRowLock(em, conversations.orderBy('id')).execute();
  const contacts = db(em)
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [baseId, mergeeId]);
  const held = await withDeletionLock(em, contacts.orderBy('id')).execute();
  for (const id of [baseId, mergeeId]) {
    found(
      held.find((row) => row.id === id),
      'Contact',
    );
  }
}

async function moveBelongings(em: EntityManager, from: number, to: number, now: Date): Promise<void> {
  const conversations = db(em).selectFrom('conversations').select('id').where('contact_id', '=', from);
  await db(em)
    .updateTable('messages')
    .set({ sender_id: to })
    .where('conversation_id', 'in', conversations)
    .where('sender_type', '=', 'Contact')
    .where('sender_id', '=', from)
    .execute();
  await db(em)
    .updateTable('conversations')
    .set({ contact_id: to, updated_at: now })
    .where('contact_id', '=', from)
    .execute();
  await db(em)
    .updateTable('contact_inboxes')
    .set({ contact_id: to, updated_at: now })
    .where('contact_id', '=', from)
    .execute();
  await db(em).updateTable('notes').set({ contact_id: to }).where('contact_id', '=', from).execute();
  await db(em).updateTable('csat_survey_responses').set({ contact_id: to }).where('contact_id', '=', from).execute();
}

/** A picture is taken over by a contact that has none. */
async function moveAvatar(em: EntityManager, mergee: ContactRecord, base: ContactRecord, now: Date): Promise<void> {
  if (base.avatarUrl !== null) return forgetAvatar(em, { type: 'Contact', id: mergee.id }, now);
  await dropRequests(em, { type: 'Contact', id: mergee.id });
  await db(em)
    .updateTable('avatars')
    .set({ owner_id: base.id })
    .where('owner_type', '=', 'Contact')
    .where('owner_id', '=', mergee.id)
    .execute();
}

async function write(em: EntityManager, contact: ContactRecord, now: Date): Promise<void> {
  await db(em)
    .updateTable('contacts')
    .set({
      name: contact.name,
      email: contact.email,
      phone_number: contact.phoneNumber,
      identifier: contact.identifier,
      avatar_url: contact.avatarUrl,
      custom_attributes: json(contact.customAttributes),
      additional_attributes: json(contact.additionalAttributes),
      last_activity_at: contact.lastActivityAt,
      seen_at: contact.seenAt,
      ...sortKeys(contact),
      updated_at: now,
    })
    .where('id', '=', contact.id)
    .execute();
}
