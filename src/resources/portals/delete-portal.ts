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
    await tx.db.updateTable('portals').set(hidden(now)).where('id', '=', id).execute();
    await enqueue(tx, { kind: DELETE_PORTAL, accountId, payload: { portal_id: id } }, now);
  });
}

/** Hides all portals of the account, until they are removed with it. */
export async function hidePortalsOf(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('portals')
    .set(hidden(now))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The columns of a deleted portal until it is removed. Its slug has a space, unlike any other slug. */
const hidden = (now: Date) => ({
  deleted_at: now,
  slug: sql<string>`'deleted ' || id`,
  custom_domain: null,
  claimed_domain: null,
  avatar_url: null,
});
