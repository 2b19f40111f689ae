import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import { inboxSettingsBlock } from '../wire/inbox-blocks.ts';
import type { InboxDetails } from '../records/inbox.ts';
import { changesBetween } from '../wire/changes.ts';
import { inboxPayload, inboxUpdatedPayload } from '../wire/inbox-payloads.ts';
import { inboxLane, record } from './record.ts';

/** Records that `inbox` was created. */
export async function recordInboxCreated(
  tx: Tx,
  inbox: InboxDetails,
  account: AccountRecord,
  now: Date,
): Promise<void> {
  await record(tx, { type: 'inbox_created', ...whereOf(inbox, account), payload: inboxPayload(inbox, account) }, now);
}

/** Records that an inbox changed, if it did in anything that events show; they show no secrets. */
export async function recordInboxUpdated(
  tx: Tx,
  before: InboxDetails,
  after: InboxDetails,
  account: AccountRecord,
  now: Date,
): Promise<void> {
  const changes = changesBetween(inboxSettingsBlock(before), inboxSettingsBlock(after));
  if (changes.length === 0) return;
  await record(
    tx,
    { type: 'inbox_updated', ...whereOf(after, account), payload: inboxUpdatedPayload(after, account, changes) },
    now,
  );
}

function whereOf(inbox: InboxDetails, account: AccountRecord) {
  return { accountId: account.id, lane: inboxLane(inbox.id), inboxId: inbox.id, toInbox: false };
}
