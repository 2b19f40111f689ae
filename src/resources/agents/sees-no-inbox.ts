import type { Tx } from '../../db/tx.ts';
import type { Member } from '../../records/user.ts';

/** Whether the member is an agent without any inbox, who sees no conversation. Administrators see every inbox. */
export async function seesNoInbox(tx: Tx, { accountId, userId }: Member): Promise<boolean> {
  const row = await tx.db
    .selectFrom('account_users as m')
    .select('m.id')
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'agent')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbox_members as im')
            .innerJoin('inboxes as i', 'i.id', 'im.inbox_id')
            .select('im.id')
            .whereRef('im.user_id', '=', 'm.user_id')
            .whereRef('i.account_id', '=', 'm.account_id'),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}
