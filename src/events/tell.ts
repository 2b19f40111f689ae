import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { EVENTS_CHANNEL } from '../bus/listen-to-postgres.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { Json } from '../entities/columns.ts';
import { unixSeconds } from '../time.ts';

/**
 * Changes that are no events, and are told to those who listen on sockets. Rows are named by their keys, and read when
 * they are told of.
 */
export type Told =
  /** An activity was written. */
  | { is: 'activity'; accountId: number; conversationId: number; messageId: number }
  /** The author's own name for the message whose event follows. */
  | { is: 'echo'; accountId: number; messageId: number; echoId: string | number }
  /** The contact has seen the conversation. */
  | { is: 'read'; accountId: number; conversationId: number }
  /** The conversation has another contact. */
  | { is: 'contact changed'; accountId: number; conversationId: number }
  | { is: 'mentioned'; accountId: number; conversationId: number; userIds: number[] }
  /** The number of unread messages of a conversation has changed; `displayId` names the conversation, unless it is gone; the last time is Unix seconds, 0 = not yet. */
  | {
      is: 'unread';
      accountId: number;
      inboxId: number;
      displayId?: number;
      unreadCount?: number;
      agentLastSeenAt?: number;
    }
  /**
   * A member has opened a conversation, or closed it. `asks`: the member wants to know who else has it open; `toUserId`: only this
   * member is told.
   */
  | {
      is: 'viewing';
      accountId: number;
      conversationId: number;
      userId: number;
      isViewing: boolean;
      asks?: boolean;
      toUserId?: number;
    }
  /** A member wants to know who has which conversations open. */
  | { is: 'who views'; accountId: number; userId: number }
  /** Conversations of an inbox are gone, `ids` = the numbers that people see. */
  | { is: 'conversations deleted'; accountId: number; inboxId: number; ids: number[] }
  /** The contact's last state, because it is gone. */
  | { is: 'contact deleted'; accountId: number; contact: { [key: string]: Json } }
  | { is: 'contact merged'; accountId: number; contactId: number }
  /** Members may have lost the right to listen: a session or a token has ended, a membership, or the account is suspended. */
  | { is: 'access ended'; accountId: number }
  /** Labels, inboxes or teams have changed, or what members may see of them. */
  | { is: 'cache'; accountId: number }
  /** Notifications of members were made, changed or deleted; each with the user whose it is. */
  | { is: 'notifications'; accountId: number; what: NotificationChange; notifications: [userId: number, id: number][] };

export type NotificationChange = 'created' | 'updated' | 'deleted';

/** PostgreSQL takes 7,999 bytes. */
const MOST_BYTES = 7900;
/** Users that fit into that. */
const MOST_MENTIONED = 500;

/**
 * Tells of a change after the commit, in the order of commits, in all processes on the same database. To be called in the
 * transaction of the change, with its rows written. Too long changes are told without attributes, or to fewer users.
 */
export async function tell(tx: Tx, told: Told): Promise<void> {
  const whole = textOf(tx, told);
  const text = Buffer.byteLength(whole) <= MOST_BYTES ? whole : textOf(tx, shortened(told));
  tx.tellAfterCommit(text);
  if (tx.isPostgres) await tx.sent(notify(tx, { text }));
}

const textOf = ({ performerId }: Tx, told: Told) =>
  JSON.stringify(performerId === null ? told : { ...told, performerId });

function shortened(told: Told): Told {
  if (told.is === 'contact deleted') {
    return { ...told, contact: { ...told.contact, additional_attributes: {}, custom_attributes: {} } };
  }
  // Omitted users see the mention in their notifications.
  if (told.is === 'mentioned') return { ...told, userIds: told.userIds.slice(0, MOST_MENTIONED) };
  return told;
}

const notify = prepared((db, values: Placeholders<{ text: string }>) =>
  db.selectNoFrom(sql`pg_notify(${sql.lit(EVENTS_CHANNEL)}, ${values.text})`.as('told')),
);

/** Notifications that fit into what is told at once. */
export const MOST_NOTIFICATIONS = 200;

/** Tells their owners that notifications were made, changed or deleted. */
export async function tellNotifications(
  tx: Tx,
  accountId: number,
  what: NotificationChange,
  changed: readonly { id: number; userId: number }[],
): Promise<void> {
  for (let from = 0; from < changed.length; from += MOST_NOTIFICATIONS) {
    const some = changed.slice(from, from + MOST_NOTIFICATIONS);
    const notifications = some.map(({ id, userId }): [number, number] => [userId, id]);
    await tell(tx, { is: 'notifications', accountId, what, notifications });
  }
}

/** Tells that the number of unread messages of the conversation has changed, because the team has seen it up to `agentLastSeenAt`. */
export function tellUnread(
  tx: Tx,
  { account, inbox, displayId }: ConversationRecord,
  { unreadCount, agentLastSeenAt: seenAt }: { unreadCount: number; agentLastSeenAt: Date | null },
): Promise<void> {
  const agentLastSeenAt = unixSeconds(seenAt);
  return tell(tx, { is: 'unread', accountId: account.id, inboxId: inbox.id, displayId, unreadCount, agentLastSeenAt });
}
