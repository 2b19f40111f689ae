import type { Tx } from '../db/tx.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import { columns } from './columns.ts';
import { INBOX, type InboxRecord } from './inbox.ts';
import { readByIds } from './read-by-ids.ts';

/** The inboxes with these ids; one statement. */
export async function readInboxes(tx: Tx, inboxIds: number[]): Promise<InboxRecord[]> {
  const rows = await readByIds(inboxIds, (ids) => inboxesByIds(tx, { ids }));
  return rows.map(({ accountId, accountName, ...inbox }) => ({
    ...inbox,
    account: { id: accountId, name: accountName },
    hasWebhooks: null,
  }));
}

const inboxesByIds = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(tx, 'i.id', values.ids))
    .select(columns('i', INBOX))
    .select('a.id as accountId')
    .select(OF_INBOX),
);

/** The columns of an inbox's account (`a`) and channel (`ch`). */
export const OF_INBOX = [
  'a.name as accountName',
  'a.rule_events as ruleEvents',
  'a.tells_slack as tellsSlack',
  'ch.type as channelType',
  'ch.webhook_url as webhookUrl',
  'ch.reply_window_hours as replyWindowHours',
] as const;
