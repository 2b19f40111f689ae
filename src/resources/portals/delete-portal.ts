import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../queue.ts';
import { lockPortal, type PortalRecord } from '../../records/help-centre/portal.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { offerIn } from './write-portal.ts';

/** The kind of job that removes a portal. */
const DELETE_PORTAL = 'delete_portal';

/**
 * Deletes a portal: at once, it is not found any more, and another one may have its name in addresses and its domain; a
 * job removes what is in it, and then itself.
 * @throws AppError `not_found` when it has been deleted
 */
export function deletePortal(tx: Tx, portal: PortalRecord, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const { id, accountId } = await lockPortal(tx, portal);
    await offerIn(tx, portal, null, now);
    await forgetAvatar(tx, { type: 'Portal', id }, now);
    await hidePortals(tx, { column: 'id', id }, now);
    await enqueue(tx, { kind: DELETE_PORTAL, accountId, payload: { portal_id: id } }, now);
  });
}

/** Hides the portal, or those of the account, that has this id, until it is removed. */
export async function hidePortals(
  tx: Tx,
  { column, id }: { column: 'id' | 'account_id'; id: number },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('portals')
    // No slug has a space.
    .set({ deleted_at: now, slug: sql<string>`'deleted ' || id`, custom_domain: null, avatar_url: null })
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}
