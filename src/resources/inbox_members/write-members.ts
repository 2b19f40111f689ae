import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withKeyShareLock, withRowLock } from '../../db/dialect.ts';
import { found, invalidField } from '../../errors.ts';
import { findInbox, lockInbox } from '../inboxes/queries.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { touchInboxes } from '../inboxes/write-inbox.ts';

/**
 * Locks the inboxes until the commit, before their members change, and stores that the account's inboxes changed at `now`.
 * Call it before the account is locked.
 * @throws AppError `invalid`, naming those that the account does not have
 */
export async function lockInboxes(tx: Tx, accountId: number, inboxIds: readonly number[], now: Date): Promise<void> {
  if (inboxIds.length === 0) return;
  const inboxes = tx.db
    .selectFrom('inboxes as i')
    .select('i.id')
    .where('i.account_id', '=', accountId)
    .where('i.id', 'in', inboxIds)
    .where(isActiveInbox('i'))
    .orderBy('i.id');
  const known = new Set((await withRowLock(tx, inboxes).execute()).map(({ id }) => id));
  const others = inboxIds.filter((id) => !known.has(id));
  if (others.length > 0) {
    throw invalidField('inbox_ids', `must be inboxes of this account, and has ${others.join(', ')}`);
  }
  await touchInboxes(tx, accountId, now);
}

/**
 * Locks the inbox until the commit, before its members change, and stores that the account's inboxes changed at `now`.
 * @throws AppError `not_found` when the inbox has been deleted
 */
export async function lockInboxMembers(tx: Tx, account: AccountRecord, inboxId: number, now: Date): Promise<void> {
  await lockInbox(tx, inboxId);
  found(await findInbox(tx, account.id, inboxId), 'Inbox');
  await touchInboxes(tx, account.id, now);
}

/**
 * Locks the users' memberships of the account until the commit, so that nobody removes them meanwhile.
 * @throws AppError `invalid`, naming users who are not members
 */
export async function lockUsers(tx: Tx, account: AccountRecord, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const members = tx.db
    .selectFrom('account_users')
    .select('user_id')
    .where('account_id', '=', account.id)
    .where('user_id', 'in', userIds)
    .orderBy('user_id');
  const known = new Set((await withKeyShareLock(tx, members).execute()).map((member) => member.user_id));
  const others = userIds.filter((id) => !known.has(id));
  if (others.length === 0) return;
  throw invalidField('user_ids', `must be users of this account, and has ${others.join(', ')}`);
}

/** Adds the users who are not members of the inbox yet. */
export async function insertInboxMembers(
  tx: Tx,
  inboxId: number,
  userIds: readonly number[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db
    .insertInto('inbox_members')
    .values([...new Set(userIds)].map((userId) => ({ inbox_id: inboxId, user_id: userId, created_at: now })))
    .onConflict((conflict) => conflict.columns(['inbox_id', 'user_id']).doNothing())
    .execute();
}
