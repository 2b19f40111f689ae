import type { Tx } from '../../../db/tx.ts';
import type { CampaignRow } from '../queries.ts';

/**
 * Whether the contact has a message of the campaign already: it was merged with one that had their turn before. Only such
 * contacts are looked at closer.
 */
export async function hasHadMessage(
  tx: Tx,
  { displayId, createdAt }: Pick<CampaignRow, 'displayId' | 'createdAt'>,
  contactId: number,
): Promise<boolean> {
  const { formerIds } = await tx.db
    .selectFrom('contacts')
    .select('former_ids as formerIds')
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  if (formerIds.length === 0) return false;
  const sent = await tx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select('m.additional_attributes as attributes')
    .where('c.contact_id', '=', contactId)
    .where('c.last_activity_at', '>=', createdAt)
    .where('m.created_at', '>=', createdAt)
    .where('m.message_type', '=', 'outgoing')
    .execute();
  return sent.some(({ attributes }) => attributes['campaign_id'] === displayId);
}
