import { found } from '../../errors.ts';
import type { Asked } from '../../http/routes/route.ts';
import { findPortal, type PortalRecord } from '../../records/help-centre/portal.ts';

/** The account's portal that the path names. @throws AppError `not_found` */
export async function portalOf({ tx, account, params }: Asked<'/:portal_slug'>): Promise<PortalRecord> {
  return found(await findPortal(tx, account.id, params.portal_slug), 'Portal');
}
