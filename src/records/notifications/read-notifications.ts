import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { inList } from '../../db/dialect.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { onlyRow, parseFlags, type Placeholders, prepared, remembered } from '../../db/prepared.ts';
import { columns } from '../columns.ts';
import type { Member } from '../user.ts';
import { NOTIFICATION, type NotificationRecord } from './notification.ts';
import { seesConversation } from './sees-conversation.ts';

/** Unread notifications that are not snoozed, optionally with read or snoozed ones. */
export type NotificationFilter = { withRead: boolean; withSnoozed: boolean };

/** The member's notification with this id; undefined when there is none. */
export function findNotification(tx: Tx, owner: Member, id: number): Promise<NotificationRecord | undefined> {
  return selectNotifications(ofOwner(tx, owner)).where('n.id', '=', id).executeTakeFirst();
}

/** The notifications with these ids, except those of conversations that their owners do not see, ordered by id. */
export async function readNotifications(tx: Tx, ids: readonly number[]): Promise<NotificationRecord[]> {
  return ids.length > 0 ? byIds(tx, { ids: JSON.stringify(ids) }) : [];
}

const byIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  selectNotifications(visible(db))
    .where(inList(tx, 'n.id', values.ids))
    .orderBy('n.id'),
);

/** A page of the member's notifications, those with the newest activity first, or with `ascending` last. */
export function listNotifications(
  tx: Tx,
  owner: Member,
  filter: NotificationFilter,
  ascending: boolean,
  page: Rows | null,
): Promise<NotificationRecord[]> {
  const order = ascending ? 'asc' : 'desc';
  const query = selectNotifications(filtered(ofOwner(tx, owner), filter));
  return paged(query.orderBy('n.last_activity_at', order).orderBy('n.id', order), page).execute();
}

/** How many notifications of the member match, and how many of these are unread. */
export async function countNotifications(
  tx: Tx,
  owner: Member,
  filter: NotificationFilter = { withRead: false, withSnoozed: false },
): Promise<{ count: number; unreadCount: number }> {
  const { accountId, userId } = owner;
  const { count, unread } = onlyRow(
    await counted(tx, { accountId, userId }, `${filter.withRead} ${filter.withSnoozed}`),
  );
  return { count: Number(count), unreadCount: Number(unread) };
}

const counted = remembered((db, values: Placeholders<Member>, variant: string) => {
  const [withRead = false, withSnoozed = false] = parseFlags(variant);
  return filtered(visible(db), { withRead, withSnoozed })
    .where('n.user_id', '=', values.userId)
    .where('n.account_id', '=', values.accountId)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(case when n.read_at is null then 1 else 0 end), 0)`.as('unread'),
    ]);
});

/** How many unread notifications these members have that are not snoozed, by user id; without any, absent. */
export async function countUnreadOf(
  tx: Tx,
  { accountId, userIds }: { accountId: number; userIds: number[] },
): Promise<Map<number, number>> {
  const rows = await unreadByUser(tx, { accountId, userIds: JSON.stringify(userIds) });
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]));
}

const unreadByUser = prepared((db, values: Placeholders<{ accountId: number; userIds: string }>, _: void, tx) =>
  filtered(visible(db), { withRead: false, withSnoozed: false })
    .where('n.account_id', '=', values.accountId)
    .where(inList(tx, 'n.user_id', values.userIds))
    .groupBy('n.user_id')
    .select(['n.user_id as userId', sql<number>`count(*)`.as('count')]),
);

/** Notifications (`n`) of conversations (`c`) that their owners (`a`) see. */
function visible(db: Db) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('conversations as c', 'c.id', 'n.conversation_id')
    .innerJoin('account_users as a', (join) =>
      join.onRef('a.account_id', '=', 'n.account_id').onRef('a.user_id', '=', 'n.user_id'),
    )
    .where(seesConversation());
}

type Query = ReturnType<typeof visible>;

function ofOwner(tx: Tx, { accountId, userId }: Member): Query {
  return visible(tx.db).where('n.user_id', '=', userId).where('n.account_id', '=', accountId);
}

function filtered(query: Query, { withRead, withSnoozed }: NotificationFilter): Query {
  return query
    .$if(!withRead, (query) => query.where('n.read_at', 'is', null))
    .$if(!withSnoozed, (query) => query.where('n.snoozed_until', 'is', null));
}

function selectNotifications(query: Query) {
  return query.select(columns('n', NOTIFICATION)).select('c.display_id as displayId');
}
