import { withKeyShareLock } from '../../db/dialect.ts';
import type { EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';

/**
 * Keeps the inbox from being deleted until the end of the transaction.
 * @throws AppError `not_found`, "Inbox not found", when the account has no such inbox
 */
export async function checkInbox(em: EntityManager, accountId: number, inboxId: number): Promise<void> {
  const inbox = activeInboxes(em).select('id').where('id', '=', inboxId).where('account_id', '=', accountId);
  found(await withKeyShareLock(em, inbox).executeTakeFirst(), 'Inbox');
}
