import type { Tx } from '../../db/tx.ts';
import type { CampaignRow } from './queries.ts';

/** Deletes a campaign; the conversations that it began stay. */
export async function deleteCampaign(tx: Tx, { id }: CampaignRow): Promise<void> {
  await tx.db.deleteFrom('campaigns').where('id', '=', id).execute();
}
