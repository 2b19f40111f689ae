import { sql } from 'kysely';
import type { Tx } from '../../../db/tx.ts';
import { isActiveInbox } from '../../../records/active-inboxes.ts';
import { DAY } from '../../../time.ts';

/** How long after its time a campaign can still begin. */
export const LATEST_MS = 3 * DAY;

/** The campaigns of all accounts whose time has come, the earliest first, at most `limit`. */
export function dueCampaigns(tx: Tx, now: Date, limit: number) {
  return tx.db
    .selectFrom('campaigns as c')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .where('c.scheduled_at', '<=', now)
    .where('c.scheduled_at', '>', new Date(now.getTime() - LATEST_MS))
    .where('c.campaign_type', '=', sql.lit('one_off' as const))
    .where('c.campaign_status', '=', sql.lit('active' as const))
    .where('c.enabled', '=', true)
    .where('a.status', '=', sql.lit('active' as const))
    .where(isActiveInbox('i'))
    .orderBy('c.scheduled_at')
    .limit(limit)
    .select([
      'c.id',
      'c.account_id as accountId',
      'c.display_id as displayId',
      'c.audience',
      'c.updated_at as updatedAt',
    ])
    .execute();
}

export type DueCampaign = Awaited<ReturnType<typeof dueCampaigns>>[number];
