import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { found } from '../../errors.ts';
import { type CampaignRow, findCampaign } from './queries.ts';

/** Locks the campaign until the end of the transaction, and reads it again. @throws AppError `not_found` when it has been deleted */
export async function lockCampaign(tx: Tx, { id, accountId, displayId }: CampaignRow): Promise<CampaignRow> {
  await withRowLock(tx, tx.db.selectFrom('campaigns').select('id').where('id', '=', id)).execute();
  return found(await findCampaign(tx, accountId, displayId), 'Campaign');
}
