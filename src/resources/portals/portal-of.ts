import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import type { AccountRecord } from '../../records/account.ts';
import { findPortal, type PortalRecord } from '../../records/help-centre/portal.ts';

/** The part of a request that names a portal in its path. */
type PortalPath = { tx: Tx; account: AccountRecord; params: { portal_slug: string } };

/** The account's portal that the path names. @throws AppError `not_found` */
export async function portalOf({ tx, account, params }: PortalPath): Promise<PortalRecord> {
  return found(await findPortal(tx, account.id, params.portal_slug), 'Portal');
}
