import { MOST_CONVERSATIONS, planPart, removePart } from '../../../conversations/removal/part.ts';
import { lockConversations } from '../../../conversations/remove-conversations.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { orNull } from '../../../errors.ts';
import { lockContactToDelete, removeLockedContact } from '../../contacts/delete-contact.ts';
import { countContact, countPart } from './count-rows.ts';
import { addCounts, keepSubject, readSubject } from './erasures.ts';
import { removeBlobs } from './remove-blobs.ts';
import { gatherSubject, type Subject } from './subject.ts';

/** An erasure under way. */
export type UnderWay = { id: number; accountId: number; contactId: number };

/** Stores by what the contact is recognized, together with what an earlier call has stored; null = they were never there. */
export function noteSubject(tx: Tx, erasure: UnderWay): Promise<Subject | null> {
  return inTransaction(tx, async (tx) => {
    const subject = await gatherSubject(tx, erasure, await readSubject(tx, erasure.id));
    if (subject) await keepSubject(tx, erasure.id, subject);
    return subject;
  });
}

/**
 * Removes some of the contact's conversations in one short transaction; `known` are those that `noteSubject` has found.
 * Returns whether none are left.
 */
export function removeSomeConversations(
  tx: Tx,
  erasure: UnderWay,
  known: ReadonlySet<number>,
  now: Date,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const ids = await lockConversations(tx, { column: 'contact_id', id: erasure.contactId }, MOST_CONVERSATIONS);
    if (ids.length === 0) return true;
    if (ids.some((id) => !known.has(id))) await noteSubject(tx, erasure);
    await removeOne(tx, erasure, ids, now);
    return false;
  });
}

/**
 * Removes the contact itself with the conversations that have begun meanwhile; nothing where it is gone. Nothing about it is
 * written any more after that.
 */
export function removeContact(tx: Tx, erasure: UnderWay, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const account = { id: erasure.accountId, name: '' };
    const contact = await orNull(() => lockContactToDelete(tx, account, erasure.contactId));
    if (!contact) return;
    await noteSubject(tx, erasure);
    for (;;) {
      const ids = await lockConversations(tx, { column: 'contact_id', id: contact.id }, MOST_CONVERSATIONS);
      if (ids.length === 0) break;
      await removeOne(tx, erasure, ids, now);
    }
    await addCounts(tx, erasure.id, await countContact(tx, contact.id));
    await removeLockedContact(tx, account, contact, now);
  });
}

async function removeOne(tx: Tx, erasure: UnderWay, ids: number[], now: Date): Promise<void> {
  const part = await planPart(tx, ids);
  const counts = await countPart(tx, part);
  const blobs = await removeBlobs(tx, erasure.accountId, part.messageIds, now);
  const { files, bytes } = await removePart(tx, part, now);
  await addCounts(tx, erasure.id, { ...counts, ...blobs, files, file_bytes: bytes });
}
