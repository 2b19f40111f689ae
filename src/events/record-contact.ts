import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import type { ContactRecord } from '../records/contact.ts';
import { contactBlock } from '../wire/conversation-blocks.ts';
import { changesBetween } from '../wire/changes.ts';
import { contactPayload, contactUpdatedPayload } from '../wire/payloads.ts';
import { contactLane, record } from './record.ts';

/** Records that `contact` was created. */
export async function recordContactCreated(
  tx: Tx,
  contact: ContactRecord,
  account: AccountRecord,
  now: Date,
): Promise<void> {
  await record(
    tx,
    { type: 'contact_created', ...whereOf(contact, account), payload: contactPayload(contact, account) },
    now,
  );
}

/** Records that a contact changed, if it did in anything that events show. */
export async function recordContactUpdated(
  tx: Tx,
  before: ContactRecord,
  after: ContactRecord,
  account: AccountRecord,
  now: Date,
): Promise<void> {
  const changes = changesBetween(contactBlock(before), contactBlock(after));
  if (changes.length === 0) return;
  await record(
    tx,
    { type: 'contact_updated', ...whereOf(after, account), payload: contactUpdatedPayload(after, account, changes) },
    now,
  );
}

function whereOf(contact: ContactRecord, account: AccountRecord) {
  return { accountId: account.id, lane: contactLane(contact.id), inboxId: null, toInbox: false };
}
