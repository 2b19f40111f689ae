import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tellNotifications } from '../../events/tell.ts';
import type { Member } from '../../records/user.ts';

/** Notifications that a member keeps; older ones are forgotten. */
const MOST_KEPT = 300;
/** More than anybody has. */
const ALL_OTHERS = 1_000_000_000;

/** At most `limit` memberships with a greater row key than `after`, in their order. */
export function membersAfter(tx: Tx, after: number, limit: number): Promise<(Member & { id: number })[]> {
  return tx.db
    .selectFrom('account_users')
    .select(['id', 'account_id as accountId', 'user_id as userId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes the member's notifications from before `oldest`, and all but the newest 300; snoozed ones stay. */
export function deleteOldNotifications(tx: Tx, owner: Member, oldest: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const deleted = await deleteOld(tx, { ...owner, oldest, kept: MOST_KEPT, others: ALL_OTHERS });
    await tellNotifications(tx, owner.accountId, 'deleted', deleted);
  });
}

type Values = Member & { oldest: Date; kept: number; others: number };

const deleteOld = prepared((db, values: Placeholders<Values>) =>
  db
    .deleteFrom('notifications')
    .where('user_id', '=', values.userId)
    .where('account_id', '=', values.accountId)
    .where('snoozed_until', 'is', null)
    .where((eb) =>
      eb.or([
        eb('last_activity_at', '<', values.oldest),
        eb(
          'id',
          'in',
          eb
            .selectFrom('notifications')
            .select('id')
            .where('user_id', '=', values.userId)
            .where('account_id', '=', values.accountId)
            .orderBy('last_activity_at', 'desc')
            .orderBy('id', 'desc')
            .limit(values.others)
            .offset(values.kept),
        ),
      ]),
    )
    .returning(['id', 'user_id as userId']),
);
