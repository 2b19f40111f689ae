import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { lockPortal, type PortalRecord } from '../../records/help-centre/portal.ts';
import { setAvatar } from '../files/set-avatar.ts';
import { changedConfig } from './portal-config.ts';
import { claimDomain } from './domain/claim-domain.ts';
import type { PortalInput } from './portal-input.ts';
import { checkDomain, offerIn, portalColumns, refuseTaken } from './write-portal.ts';

/**
 * Changes a portal; values that `input` leaves out stay.
 * @throws AppError as `createPortal`, and `not_found` when it has been deleted
 */
export function updatePortal(tx: Tx, portal: PortalRecord, input: PortalInput, now: Date): Promise<PortalRecord> {
  checkDomain(tx, input.customDomain);

  return inTransaction(tx, async (tx) => {
    const before = await lockPortal(tx, portal);
    await tx.db
      .updateTable('portals')
      .set({
        ...portalColumns(input),
        ...(await claimDomain(tx, before, input.customDomain)),
        config: input.config && json(changedConfig(before.config, input.config)),
        updated_at: now,
      })
      .where('id', '=', portal.id)
      .execute()
      .catch(refuseTaken);
    await offerIn(tx, portal, input.inboxId, now);
    if (input.logo) await setAvatar(tx, { type: 'Portal', id: portal.id }, input.logo, now);
    return lockPortal(tx, portal);
  });
}
