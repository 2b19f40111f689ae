import { kept } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found } from '../../errors.ts';

/** Keeps the inbox until the end of the transaction. @throws AppError `not_found`, "Inbox not found", when the account has no such inbox */
export async function checkInbox(em: EntityManager, accountId: number, inboxId: number): Promise<void> {
  const inbox = db(em)
    .selectFrom('inboxes')
    .select('id')
    .where('id', '=', inboxId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null);
  found(await kept(em, inbox).executeTakeFirst(), 'Inbox');
}
