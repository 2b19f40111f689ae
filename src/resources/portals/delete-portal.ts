import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockPortal, type PortalRecord } from '../../records/help-centre/portal.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { offerIn } from './write-portal.ts';

/** Deletes a portal with its categories, articles and logo. @throws AppError `not_found` when it has been deleted */
export function deletePortal(tx: Tx, portal: PortalRecord, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockPortal(tx, portal);
    await offerIn(tx, portal, null, now);
    await forgetAvatar(tx, { type: 'Portal', id: portal.id }, now);
    await tx.db.deleteFrom('portals').where('id', '=', portal.id).execute();
  });
}
