import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkNumberOfLabels } from '../../conversations/check-number-of-labels.ts';

/** The contact's labels. @throws AppError `not_found`, "Contact not found" */
export async function findContactLabels(tx: Tx, accountId: number, id: number): Promise<string[]> {
  const contact = await tx.db
    .selectFrom('contacts')
    .select('labels')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found(contact, 'Contact').labels;
}

/**
 * Replaces the contact's labels; this records no event. Returns them trimmed and without duplicates.
 * @throws AppError `not_found`, "Contact not found"
 */
export async function setContactLabels(
  tx: Tx,
  accountId: number,
  id: number,
  labels: readonly string[],
  now: Date,
): Promise<string[]> {
  const distinct = [...new Set(labels.map((label) => label.trim()))];
  const updated = await tx.db
    .updateTable('contacts')
    .set({ labels: json(distinct), updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('labels')
    .executeTakeFirst();
  return found(updated, 'Contact').labels;
}

/**
 * Adds labels to the contact and removes others; this records no event.
 * @throws AppError `not_found`, "Contact not found"; `invalid` for more labels than it may have
 */
export function changeContactLabels(
  tx: Tx,
  accountId: number,
  id: number,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
  now: Date,
): Promise<string[]> {
  return inTransaction(tx, async (tx) => {
    const contact = tx.db
      .selectFrom('contacts')
      .select('labels')
      .where('account_id', '=', accountId)
      .where('id', '=', id);
    const { labels } = found(await withRowLock(tx, contact).executeTakeFirst(), 'Contact');
    const kept = labels.filter((label) => !removed.includes(label));
    const all = [...new Set([...kept, ...added])];
    if (added.length > 0) checkNumberOfLabels(all);
    return setContactLabels(tx, accountId, id, all, now);
  });
}
