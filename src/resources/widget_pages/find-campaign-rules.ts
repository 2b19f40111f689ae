import { sql } from 'kysely';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';

/** When the campaigns of the inbox are due that visitors see: `{ url, time_on_page }`, as they were set. */
export async function findCampaignRules(tx: Tx, inboxId: number): Promise<Attributes[]> {
  const rows = await byInbox(tx, { inboxId });
  return rows.map(({ rules }) => rules);
}

const byInbox = remembered((db, values: Placeholders<{ inboxId: number }>) =>
  db
    .selectFrom('campaigns as c')
    .where('c.inbox_id', '=', values.inboxId)
    .where('c.campaign_type', '=', sql.lit('ongoing' as const))
    .where('c.enabled', '=', sql.lit(true))
    .select('c.trigger_rules as rules')
    .orderBy('c.id'),
);
