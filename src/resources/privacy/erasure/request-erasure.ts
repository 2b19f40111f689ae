import { json } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, orNull } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findRunningErasure } from '../../../conversations/removal/running-erasure.ts';
import { lockContactToDelete, refuseOnline } from '../../contacts/delete-contact.ts';
import { type ErasureRow, findErasure } from './erasures.ts';
import { noteSubject } from './remove-contact.ts';

/** The kind of job that erases a contact. */
export const ERASE_CONTACT = 'erase_contact';
export const erasureSubject = (id: number) => `erasure ${id}`;

/** `userId` null = somebody on the command line; `dueAt`: when a server begins. */
export type NewErasure = { contactId: number; userId: number | null; dueAt: Date };

/**
 * Notes that the contact must be erased, and queues the job that does it. Where that is under way already, returns it, also
 * when the contact itself is gone.
 * @throws AppError `not_found`, "Contact not found"; `invalid`, "Contact is online"
 */
export function requestErasure(
  tx: Tx,
  account: AccountRecord,
  { contactId, userId, dueAt }: NewErasure,
  now: Date,
): Promise<ErasureRow> {
  return inTransaction(tx, async (tx) => {
    const contact = await orNull(() => lockContactToDelete(tx, account, contactId));
    const running = await findRunningErasure(tx, account.id, [contactId]);
    if (!running) await refuseOnline(tx, found(contact, 'Contact'), now);
    const id = running?.id ?? (await insertErasure(tx, account, { contactId, userId }, now));
    const job = {
      kind: ERASE_CONTACT,
      accountId: account.id,
      payload: { erasure_id: id },
      subject: erasureSubject(id),
    };
    await enqueue(tx, { ...job, dueAt }, now);
    return found(await findErasure(tx, account.id, id), 'Erasure');
  });
}

async function insertErasure(
  tx: Tx,
  account: AccountRecord,
  { contactId, userId }: Pick<NewErasure, 'contactId' | 'userId'>,
  now: Date,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('erasures')
    .values({
      account_id: account.id,
      contact_id: contactId,
      user_id: userId,
      counts: json({}),
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Somebody may delete the contact before the job begins.
  await noteSubject(tx, { id, accountId: account.id, contactId });
  return id;
}
