import { sql } from 'kysely';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';

/** The outcome of a contact's turn: a message was written, it failed, or there is no message for this contact. */
export type Outcome = 'written' | 'failed' | 'left out';

/**
 * Has `take` done for the contact, and notes that they have had their turn: both in one transaction, once, however many
 * processes send the campaign. False = they have had it already, or the campaign is not being sent.
 */
export function takeTurn(
  tx: Tx,
  campaignId: number,
  contactId: number,
  take: (tx: Tx) => Promise<Outcome>,
): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    // Not the row, which transactions lock after all others to count what has become of messages.
    await takeAdvisoryLock(tx, 'campaigns', campaignId);
    const campaign = await tx.db
      .selectFrom('campaigns')
      .select('last_contact_id as lastContactId')
      .where('id', '=', campaignId)
      .where('campaign_status', '=', sql.lit('processing' as const))
      .executeTakeFirst();
    if (!campaign || campaign.lastContactId >= contactId) return false;
    await noteTurn(tx, campaignId, contactId, await take(tx));
    return true;
  });
}

async function noteTurn(tx: Tx, campaignId: number, contactId: number, outcome: Outcome): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set((eb) => ({
      last_contact_id: contactId,
      ...(outcome !== 'left out' && { turns_count: eb('turns_count', '+', 1) }),
      ...(outcome === 'failed' && { failed_count: eb('failed_count', '+', 1) }),
    }))
    .where('id', '=', campaignId)
    .execute();
}

/** Notes that all contacts up to this one have had their turn, or cannot be reached. */
export async function passBy(tx: Tx, campaignId: number, contactId: number): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set({ last_contact_id: contactId })
    .where('id', '=', campaignId)
    .where('last_contact_id', '<', contactId)
    .execute();
}

/** Completes the campaign. Its total is then for how many contacts a message was written, or could not be. */
export async function completeCampaign(tx: Tx, campaignId: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('campaigns')
    .set((eb) => ({ campaign_status: 'completed', total_count: eb.ref('turns_count'), updated_at: now }))
    .where('id', '=', campaignId)
    .where('campaign_status', '=', sql.lit('processing' as const))
    .execute();
}
