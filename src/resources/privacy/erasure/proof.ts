import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { digest } from '../../../secrets.ts';
import { iso } from '../../../time.ts';
import type { Counts, ErasureRow } from './erasures.ts';
import { findErasure } from './erasures.ts';

/**
 * Ends an erasure: what the contact was recognized by is forgotten, and the proof gets its digest. A second time changes
 * nothing.
 */
export function finishErasure(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('erasures')
      .set({ status: 'done', finished_at: now, sealed_subject: null })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute();
    const erasure = await findErasure(tx, accountId, id);
    if (!erasure || erasure.digest !== null) return;
    await tx.db
      .updateTable('erasures')
      .set({ digest: digest(proofText(erasure)) })
      .where('id', '=', id)
      .execute();
  });
}

/** The digest's input: JSON without spaces, with these keys in this order; the keys of `deleted` are sorted. */
function proofText(erasure: ErasureRow): string {
  return JSON.stringify({
    id: erasure.id,
    account_id: erasure.accountId,
    contact_id: erasure.contactId,
    requested_by: erasure.userId,
    requested_at: iso(erasure.requestedAt),
    finished_at: iso(erasure.finishedAt),
    deleted: sorted(erasure.counts),
  });
}

/** The counts in the order of the alphabet: the databases keep keys in different orders. */
export function sorted(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
