import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { paged, type Rows } from '../../db/paged.ts';
import { readAgents } from '../../records/read-agents.ts';

/** A campaign with the member who sends it; `sender` null = nobody, or no longer a member of the account. */
export type CampaignRow = Selected & { sender: UserRecord | null };

/** The inbox's campaigns by id; one page, or all with `page` null. */
export async function listCampaigns(
  tx: Tx,
  accountId: number,
  inboxId: number,
  page: Rows | null,
): Promise<CampaignRow[]> {
  const query = selectCampaigns(tx).where('c.inbox_id', '=', inboxId).orderBy('c.id');
  const rows = await paged(query, page).execute();
  const ids = rows.flatMap(({ senderId }) => (senderId === null ? [] : [senderId]));
  const senders = ids.length > 0 ? await readAgents(tx, accountId, { ids }) : [];
  return rows.map((row) => ({ ...row, sender: senders.find(({ id }) => id === row.senderId) ?? null }));
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['execute']>>[number];

function selectCampaigns(tx: Tx) {
  return tx.db
    .selectFrom('campaigns as c')
    .select([
      'c.display_id as displayId',
      'c.account_id as accountId',
      'c.sender_id as senderId',
      'c.title',
      'c.description',
      'c.message',
      'c.template_params as templateParams',
      'c.campaign_status as campaignStatus',
      'c.campaign_type as campaignType',
      'c.enabled',
      'c.scheduled_at as scheduledAt',
      'c.audience',
      'c.trigger_rules as triggerRules',
      'c.trigger_only_during_business_hours as triggerOnlyDuringBusinessHours',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
    ]);
}
