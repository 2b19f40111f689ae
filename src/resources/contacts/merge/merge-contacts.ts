import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { findRunningErasure } from '../../../conversations/removal/running-erasure.ts';
import { json, withRowLock, withDeletionLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found, invalidField } from '../../../errors.ts';
import { recordContactUpdated } from '../../../events/record-contact.ts';
import { tell } from '../../../events/tell.ts';
import { notePresence } from '../../../presence/note-presence.ts';
import { readContactPresence } from '../../../presence/read-present.ts';
import { dropAvatarJob, forgetAvatar } from '../../files/avatar-owner.ts';
import { readContact } from '../find-contact.ts';
import { forgetProofs } from '../public/forget-proofs.ts';
import { mergedContact } from './merged-contact.ts';
import { adjustContactsCount, sortKeys } from '../write-contact.ts';

/**
 * Merges the contact `mergeeId` into the contact `baseId`, and deletes it. Conversations, messages, notes, ratings and
 * contact inboxes move to `baseId`, which also takes the values and picture that it lacks, but keeps its labels and its
 * block. If `baseId` has another identifier, proofs of `mergeeId`'s identifier become invalid. Merging a contact into itself
 * changes nothing.
 * @throws AppError `not_found`, "Contact not found", for either; `invalid` when the merged attributes break a rule of free keys,
 *   or one of them is being erased
 */
export function mergeContacts(
  tx: Tx,
  account: AccountRecord,
  input: { baseId: number; mergeeId: number },
  now: Date,
): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    await lockBoth(tx, account.id, input);
    const base = await readContact(tx, account.id, input.baseId);
    if (input.baseId === input.mergeeId) return base;
    await refuseErased(tx, account.id, input);

    const mergee = await readContact(tx, account.id, input.mergeeId);
    const contact = mergedContact(base, mergee);
    // Before its contact inboxes move to `base`: their proofs are for another identifier.
    await forgetProofs(tx, mergee, contact, now);
    const moved = await moveBelongings(tx, mergee.id, base.id, now);
    await movePresence(tx, account.id, mergee.id, base.id);
    await keepFormerIds(tx, mergee.id, base.id);
    // Deleted first, because e-mail address, phone number and identifier are unique in the account.
    await moveAvatar(tx, mergee, base, now);
    await tx.db.deleteFrom('contacts').where('id', '=', mergee.id).execute();
    const merged = { type: 'Contact', id: mergee.id, action: 'destroy', changes: { merged_into: base.id } } as const;
    await tx.audit({ accountId: account.id, ...merged });
    await write(tx, contact, now);
    await adjustContactsCount(tx, account.id, -1);
    await recordContactUpdated(tx, base, contact, account, now);
    await tellMerged(tx, account.id, contact.id, moved);
    return contact;
  });
}

/**
 * Locks conversations before contacts, and contacts in the order of their ids: no two transactions that merge or delete
 * wait for each other.
 */
async function lockBoth(tx: Tx, accountId: number, { baseId, mergeeId }: { baseId: number; mergeeId: number }) {
  const conversations = tx.db
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', mergeeId);
  await withRowLock(tx, conversations.orderBy('id')).execute();
  const contacts = tx.db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [baseId, mergeeId]);
  const held = await withDeletionLock(tx, contacts.orderBy('id')).execute();
  for (const id of [baseId, mergeeId]) {
    found(
      held.find((row) => row.id === id),
      'Contact',
    );
  }
}

/** A merge would rescue data from a running erasure. @throws AppError `invalid` */
async function refuseErased(
  tx: Tx,
  accountId: number,
  { baseId, mergeeId }: { baseId: number; mergeeId: number },
): Promise<void> {
  const erased = await findRunningErasure(tx, accountId, [baseId, mergeeId]);
  if (!erased) return;
  throw invalidField(erased.contactId === baseId ? 'base_contact_id' : 'mergee_contact_id', 'is being erased');
}

/** Records the merged contact's ids, so that its events are still recognized as about the remaining contact. */
async function keepFormerIds(tx: Tx, from: number, to: number): Promise<void> {
  const rows = await tx.db
    .selectFrom('contacts')
    .select(['id', 'former_ids as formerIds'])
    .where('id', 'in', [from, to])
    .execute();
  const formerIds = [from, ...rows.flatMap((row) => row.formerIds)];
  await tx.db
    .updateTable('contacts')
    .set({ former_ids: json(formerIds) })
    .where('id', '=', to)
    .execute();
}

/** Returns the row keys of the conversations that have another contact now. */
async function moveBelongings(tx: Tx, from: number, to: number, now: Date): Promise<number[]> {
  const conversations = tx.db.selectFrom('conversations').select('id').where('contact_id', '=', from);
  await tx.db
    .updateTable('messages')
    .set({ sender_id: to })
    .where('conversation_id', 'in', conversations)
    .where('sender_type', '=', 'Contact')
    .where('sender_id', '=', from)
    .execute();
  const moved = await tx.db
    .updateTable('conversations')
    .set({ contact_id: to, updated_at: now })
    .where('contact_id', '=', from)
    .returning('id')
    .execute();
  await tx.db
    .updateTable('contact_inboxes')
    .set({ contact_id: to, made_contact: false, updated_at: now })
    .where('contact_id', '=', from)
    .execute();
  await tx.db.updateTable('notes').set({ contact_id: to }).where('contact_id', '=', from).execute();
  await tx.db.updateTable('csat_survey_responses').set({ contact_id: to }).where('contact_id', '=', from).execute();
  return moved.map(({ id }) => id);
}

async function tellMerged(tx: Tx, accountId: number, contactId: number, conversationIds: number[]): Promise<void> {
  await tell(tx, { is: 'contact merged', accountId, contactId });
  for (const conversationId of conversationIds) await tell(tx, { is: 'contact changed', accountId, conversationId });
}

/** The merged contact is online as long as either would have been. */
async function movePresence(tx: Tx, accountId: number, from: number, to: number): Promise<void> {
  const until = (await readContactPresence(tx, [from])).get(from);
  if (until) await notePresence(tx, { accountId, userIds: [], contactIds: [to] }, until);
}

/** A picture is taken over by a contact that has none. */
async function moveAvatar(tx: Tx, mergee: ContactRecord, base: ContactRecord, now: Date): Promise<void> {
  if (base.avatarUrl !== null) return forgetAvatar(tx, { type: 'Contact', id: mergee.id }, now);
  await dropAvatarJob(tx, { type: 'Contact', id: mergee.id });
  await tx.db
    .updateTable('avatars')
    .set({ owner_id: base.id })
    .where('owner_type', '=', 'Contact')
    .where('owner_id', '=', mergee.id)
    .execute();
}

async function write(tx: Tx, contact: ContactRecord, now: Date): Promise<void> {
  await tx.db
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
      ...sortKeys(contact),
      updated_at: now,
    })
    .where('id', '=', contact.id)
    .execute();
}
