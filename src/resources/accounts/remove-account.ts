import type { Tx } from '../../db/tx.ts';
import { inList } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AvatarOwner } from '../../entities/avatar.ts';
import { dropFiles } from '../../storage/drop-files.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';

/** Rows removed in one transaction: few, so that other requests do not wait long. */
const BATCH = 100;

/** Tables without a foreign key by which their rows go with the account. */
const WITHOUT_KEYS = [
  'delivery_lanes',
  'forgotten_events',
  'idempotent_requests',
  'jobs',
  'report_changes',
  'report_sums',
] as const;

/** The inboxes of the account, also deleted ones. */
export async function inboxIdsOf(tx: Tx, accountId: number): Promise<number[]> {
  const inboxes = await tx.db.selectFrom('inboxes').select('id').where('account_id', '=', accountId).execute();
  return inboxes.map(({ id }) => id);
}

/** Removes a batch of the account's contacts, which have no conversations any more. Returns whether it was the last. */
export function removeContacts(tx: Tx, accountId: number, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const contacts = await tx.db
      .selectFrom('contacts')
      .select(['id', 'avatar_url as avatarUrl'])
      .where('account_id', '=', accountId)
      .limit(BATCH)
      .execute();
    for (const { id, avatarUrl } of contacts) {
      if (avatarUrl !== null) await forgetAvatar(tx, { type: 'Contact', id }, now);
    }
    const ids = JSON.stringify(contacts.map(({ id }) => id));
    await tx.db
      .deleteFrom('contacts')
      .where(inList(tx, 'id', ids))
      .execute();
    return contacts.length < BATCH;
  });
}

/** Removes a batch of the account's events with their deliveries. Returns whether it was the last. */
export async function removeEvents(tx: Tx, accountId: number): Promise<boolean> {
  const events = tx.db.selectFrom('events').select('id').where('account_id', '=', accountId).orderBy('id').limit(BATCH);
  const removed = await tx.db.deleteFrom('events').where('id', 'in', events).returning('id').execute();
  return removed.length < BATCH;
}

/** Removes a batch of the account's entries of the audit log. Returns whether it was the last. */
export async function removeEntries(tx: Tx, accountId: number): Promise<boolean> {
  const { db } = tx;
  const entries = db
    .selectFrom('audit_logs')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .limit(BATCH);
  const removed = await db.deleteFrom('audit_logs').where('id', 'in', entries).returning('id').execute();
  return removed.length < BATCH;
}

/** Removes the account with everything that is left in it; nothing when it is gone already. */
export function removeAccount(tx: Tx, accountId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await forgetAvatarsOf(tx, accountId, 'AgentBot', 'agent_bots', now);
    await forgetAvatarsOf(tx, accountId, 'Contact', 'contacts', now);
    await forgetAvatarsOf(tx, accountId, 'Portal', 'portals', now);
    for (const table of ['blobs', 'downloads'] as const) {
      const files = await tx.db.selectFrom(table).select('key').where('account_id', '=', accountId).execute();
      const keys = files.map(({ key }) => key);
      await dropFiles(tx, keys, now);
    }
    for (const table of WITHOUT_KEYS) {
      await tx.db.deleteFrom(table).where('account_id', '=', accountId).execute();
    }
    await tx.db.deleteFrom('accounts').where('id', '=', accountId).execute();
  });
}

async function forgetAvatarsOf(
  tx: Tx,
  accountId: number,
  type: AvatarOwner,
  table: 'agent_bots' | 'contacts' | 'portals',
  now: Date,
): Promise<void> {
  const owners = await tx.db.selectFrom(table).select('id').where('account_id', '=', accountId).execute();
  for (const { id } of owners) await forgetAvatar(tx, { type, id }, now);
}
