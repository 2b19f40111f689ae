import { db, type EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';

/** @throws AppError `not_found`, "Inbox not found", when the account has no such inbox */
export async function checkInbox(em: EntityManager, accountId: number, inboxId: number): Promise<void> {
  const inbox = await db(em)
    .selectFrom('inboxes')
    .select('id')
    .where('id', '=', inboxId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  found(inbox, 'Inbox');
}
