import type { Tx } from '../../../db/tx.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { Claims } from '../../../entities/contact-inbox.ts';
import { invalidField } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { ContactRecord } from '../../../records/contact.ts';
import { readContact } from '../find-contact.ts';
import { mergeContacts } from '../merge/merge-contacts.ts';
import { findBy } from '../public/known-contact.ts';
import { writeClaims } from '../public/write-claims.ts';
import { updateContact } from '../update-contact.ts';
import { type ClaimedPlace, readClaimed } from './read-claimed.ts';

/**
 * Believes who the contact says to be in an inbox: where another contact has the identifier or an address, that one absorbs
 * the contact and keeps its own values; the rest is written. Returns the contact that they are from then on.
 * @throws AppError `not_found` for the contact; `invalid` as `readClaimed` has it, where the contact is known otherwise, too,
 *   and would move to another one with all that it has, and as `mergeContacts` and `updateContact` do
 */
export function takeOverClaims(tx: Tx, account: AccountRecord, place: ClaimedPlace, now: Date): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'public contacts', account.id);
    const claimed = await readClaimed(tx, account.id, place);
    if (!claimed) return readContact(tx, account.id, place.contactId);
    const { id, claims, isAlone } = claimed;
    const known = await findClaimed(tx, account.id, place.contactId, claims);
    if (known && !isAlone) {
      throw invalidField(
        'claims',
        `are those of contact ${known.id}, and this one is known in other inboxes, too: merge the two, or drop the claims`,
      );
    }
    if (known) await mergeContacts(tx, account, { baseId: known.id, mergeeId: place.contactId }, now);
    const base = await readContact(tx, account.id, known?.id ?? place.contactId);
    await writeClaims(tx, account.id, id, {}, now);
    await note(tx, account, base.id, { claims_taken_over: Object.keys(claims) });
    return updateContact(tx, account, base.id, valuesOf(claims, known && base), now);
  });
}

/** Forgets what the contact says without a proof, as not believed. @throws AppError as `readClaimed` does */
export function dropClaims(tx: Tx, account: AccountRecord, place: ClaimedPlace, now: Date): Promise<ContactRecord> {
  return inTransaction(tx, async (tx) => {
    await takeAdvisoryLock(tx, 'public contacts', account.id);
    const claimed = await readClaimed(tx, account.id, place);
    if (claimed) {
      await writeClaims(tx, account.id, claimed.id, {}, now);
      await note(tx, account, place.contactId, { claims_dropped: Object.keys(claimed.claims) });
    }
    return readContact(tx, account.id, place.contactId);
  });
}

/** The other contact who has the identifier or else an address; null = there is none. */
async function findClaimed(tx: Tx, accountId: number, ownId: number, claims: Claims): Promise<ContactRecord | null> {
  const given = {
    identifier: claims.identifier ?? null,
    email: claims.email ?? null,
    phoneNumber: claims.phone_number ?? null,
  };
  for (const key of ['identifier', 'email', 'phoneNumber'] as const) {
    const known = await findBy(tx, accountId, key, given);
    if (known && known.id !== ownId) return known;
  }
  return null;
}

/** The values to write: all that is claimed, or with `known`, another contact, what that one lacks. */
function valuesOf(claims: Claims, known: ContactRecord | null) {
  const lacks = (value: string | null | undefined) => !known || value === null || value === '';
  return {
    name: lacks(known?.name) ? claims.name : undefined,
    email: lacks(known?.email) ? claims.email : undefined,
    phoneNumber: lacks(known?.phoneNumber) ? claims.phone_number : undefined,
    identifier: lacks(known?.identifier) ? claims.identifier : undefined,
    blocked: undefined,
    customAttributes: { ...claims.custom_attributes, ...known?.customAttributes },
    additionalAttributes: { ...claims.additional_attributes, ...known?.additionalAttributes },
    avatar: null,
    avatarUrl: lacks(known?.avatarUrl) ? (claims.avatar_url ?? null) : null,
  };
}

/** Notes in the audit log what was decided, without the values. */
function note(tx: Tx, { id: accountId }: AccountRecord, contactId: number, changes: Attributes): Promise<void> {
  return tx.audit({ accountId, type: 'Contact', id: contactId, action: 'update', changes });
}
