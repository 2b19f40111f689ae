import type { Tx } from '../../../db/tx.ts';
import type { ContactRecord } from '../../../records/contact.ts';

/**
 * Has the identity of the contact verified in no inbox any more, where its identifier has changed: what was proved was the
 * former one, and another contact may have the next. To be called in the transaction of the change.
 */
export async function forgetProofs(
  tx: Tx,
  before: Pick<ContactRecord, 'id' | 'identifier'>,
  after: Pick<ContactRecord, 'identifier'>,
  now: Date,
): Promise<void> {
  if (before.identifier === null || before.identifier === after.identifier) return;
  await tx.db
    .updateTable('contact_inboxes')
    .set({ hmac_verified: false, updated_at: now })
    .where('contact_id', '=', before.id)
    .where('hmac_verified', '=', true)
    .execute();
}
