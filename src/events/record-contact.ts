import type { EntityManager } from '../db/orm.ts';
import { contactBlock } from './blocks.ts';
import type { AccountFacts, ContactFacts } from './facts.ts';
import { changesBetween, contactPayload, contactUpdatedPayload } from './payloads.ts';
import { contactLane, record } from './record.ts';

/** Records that `contact` was created. */
export async function recordContactCreated(
  em: EntityManager,
  contact: ContactFacts,
  account: AccountFacts,
  now: Date,
): Promise<void> {
  await record(
    em,
    { type: 'contact_created', ...whereOf(contact, account), payload: contactPayload(contact, account) },
    now,
  );
}

/** Records what changed in a contact, if anything did. */
export async function recordContactUpdated(
  em: EntityManager,
  before: ContactFacts,
  after: ContactFacts,
  account: AccountFacts,
  now: Date,
): Promise<void> {
  const changes = changesBetween(contactBlock(before), contactBlock(after));
  if (changes.length === 0) return;
  await record(
    em,
    { type: 'contact_updated', ...whereOf(after, account), payload: contactUpdatedPayload(after, account, changes) },
    now,
  );
}

function whereOf(contact: ContactFacts, account: AccountFacts) {
  return { accountId: account.id, lane: contactLane(contact.id), inboxId: null, toInbox: false };
}
