import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { readAgents } from '../../records/read-agents.ts';

/** A campaign with the member who sends it; `sender` null = nobody, or no longer a member of the account. */
export type CampaignRow = Selected & { sender: UserRecord | null };

/** The account's or an inbox's campaigns by id: a page, or all with `page` null. */
export async function listCampaigns(
  tx: Tx,
  accountId: number,
  inboxId: number | null,
  page: Rows | null,
): Promise<CampaignRow[]> {
  const query = selectCampaigns(tx, accountId)
    .$if(inboxId !== null, (some) => some.where('c.inbox_id', '=', inboxId ?? 0))
    .orderBy('c.id');
  return withSenders(tx, accountId, await paged(query, page).execute());
}

/** The campaigns that visitors of the website are shown, by id. */
export async function listShownCampaigns(tx: Tx, accountId: number, inboxId: number): Promise<CampaignRow[]> {
  const rows = await selectShown(tx, accountId, inboxId).orderBy('c.id').execute();
  return withSenders(tx, accountId, rows);
}

/** The listed campaign with this number; null = there is none. */
export async function findShownCampaign(
  tx: Tx,
  accountId: number,
  inboxId: number,
  displayId: number,
): Promise<CampaignRow | null> {
  const rows = await selectShown(tx, accountId, inboxId).where('c.display_id', '=', displayId).execute();
  return (await withSenders(tx, accountId, rows))[0] ?? null;
}

/** The account's campaign with this number; null when there is none. */
export async function findCampaign(tx: Tx, accountId: number, displayId: number): Promise<CampaignRow | null> {
  const rows = await selectCampaigns(tx, accountId).where('c.display_id', '=', displayId).execute();
  return (await withSenders(tx, accountId, rows))[0] ?? null;
}

async function withSenders(tx: Tx, accountId: number, rows: Selected[]): Promise<CampaignRow[]> {
  const ids = rows.flatMap(({ senderId }) => (senderId === null ? [] : [senderId]));
  const senders = ids.length > 0 ? await readAgents(tx, accountId, { ids: [...new Set(ids)] }) : [];
  return rows.map((row) => ({ ...row, sender: senders.find(({ id }) => id === row.senderId) ?? null }));
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['execute']>>[number];

function selectShown(tx: Tx, accountId: number, inboxId: number) {
  return selectCampaigns(tx, accountId)
    .where('c.inbox_id', '=', inboxId)
    .where('c.enabled', '=', true)
    .where('c.campaign_type', '=', 'ongoing')
    .where('c.campaign_status', '=', 'active');
}

function selectCampaigns(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('campaigns as c')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .where('c.account_id', '=', accountId)
    .where(isActiveInbox('i'))
    .select([
      'c.id',
      'c.inbox_id as inboxId',
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
      'c.total_count as totalCount',
      'c.sent_count as sentCount',
      'c.failed_count as failedCount',
      'c.last_contact_id as lastContactId',
      'c.until_contact_id as untilContactId',
      'c.trigger_rules as triggerRules',
      'c.trigger_only_during_business_hours as triggerOnlyDuringBusinessHours',
      'c.created_at as createdAt',
      'c.updated_at as updatedAt',
    ]);
}
